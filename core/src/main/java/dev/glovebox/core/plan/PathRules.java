package dev.glovebox.core.plan;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Where a task may mount something, and where it may start. */
final class PathRules {

  /** Longest path, the same as in the CRD. */
  private static final int MAX = 255;

  /** Absolute and below /, no empty component. Dots are judged apart. */
  private static final Pattern FORM = Pattern.compile("(?:/[A-Za-z0-9._-]+)+");

  /** The kernel's own, and what Glovebox mounts. /var/run is a link to /run in most images. */
  private static final List<String> NEVER =
      List.of("/proc", "/sys", "/dev", "/run", "/var/run", Names.TMP_PATH, Names.HOME_PATH);

  /** The image's own system. */
  private static final List<String> SYSTEM =
      List.of("/usr", "/etc", "/var", "/opt", "/bin", "/sbin", "/boot", "/root");

  /** First components that start like this hold libraries: /lib, /lib64, /libx32. */
  private static final String LIBRARIES = "/lib";

  private static final Pattern SECRET_NAME = Pattern.compile("[A-Za-z0-9._-]{1,200}");

  private PathRules() {}

  /**
   * What is wrong with a mount path or working directory.
   *
   * @param systemAllowed whether paths of the image's system may be used
   */
  static Optional<String> problem(String path, boolean systemAllowed) {
    if (path == null || path.length() > MAX || !FORM.matcher(path).matches() || hasDots(path)) {
      return Optional.of(
          "%s is not a usable path: write an absolute one below /, at most 255 characters of"
                  .formatted(Text.quoted(path))
              + " [A-Za-z0-9._/-], without \".\", \"..\", \"//\" or \"/\" at the end");
    }
    for (String reserved : NEVER) {
      if (atOrUnder(path, reserved)) {
        return Optional.of("%s is at or under %s, which is reserved".formatted(path, reserved));
      }
    }
    if (systemAllowed) {
      return Optional.empty();
    }
    if (path.startsWith(LIBRARIES)) {
      return Optional.of("%s is at or under /lib*, which is reserved".formatted(path));
    }
    return SYSTEM.stream()
        .filter(reserved -> atOrUnder(path, reserved))
        .map(reserved -> "%s is at or under %s, which is reserved".formatted(path, reserved))
        .findFirst();
  }

  /** A component "." would make another spelling of a reserved path; ".." leaves the parent. */
  private static boolean hasDots(String path) {
    return path.contains("..") || path.contains("/./") || path.endsWith("/.");
  }

  /** What is wrong with the path of a secret's file: it is one component under /run/secrets. */
  static Optional<String> secretProblem(String path) {
    String prefix = Names.SECRETS_PATH + "/";
    String name = path != null && path.startsWith(prefix) ? path.substring(prefix.length()) : "";
    boolean usable =
        SECRET_NAME.matcher(name).matches()
            && !name.contains("..")
            && !name.equals(".")
            // Where Kubernetes puts service account tokens: nothing may look like one.
            && !name.equals("kubernetes.io");
    return usable
        ? Optional.empty()
        : Optional.of(
            "%s is not a usable path: write /run/secrets/<name>, characters [A-Za-z0-9._-], not"
                    .formatted(Text.quoted(path))
                + " kubernetes.io");
  }

  /** Whether one of two mounts would hide the other, or a part of it. */
  static boolean collide(String one, String other) {
    return atOrUnder(one, other) || atOrUnder(other, one);
  }

  private static boolean atOrUnder(String path, String parent) {
    return path.equals(parent) || path.startsWith(parent + "/");
  }
}
