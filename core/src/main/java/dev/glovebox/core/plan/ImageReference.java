package dev.glovebox.core.plan;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An image's name, in full: what a policy is compared with is what is pulled, on any runtime.
 *
 * @param host registry, with its port when one is given
 * @param path repository in the registry; never empty
 * @param tag null when there is none, or when there is a digest, which makes it meaningless
 * @param digest {@code sha256:<64 hexadecimal digits>}; null when there is none
 */
record ImageReference(String host, String path, String tag, String digest) {

  /** What names without a registry mean, everywhere but on runtimes configured otherwise. */
  private static final String DOCKER_HUB = "docker.io";

  private static final String COMPONENT = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
  private static final String LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
  private static final Pattern HOST =
      Pattern.compile("(?:%1$s(?:\\.%1$s)*|\\[[0-9a-f:]+\\])(?::[0-9]{1,5})?".formatted(LABEL));
  private static final Pattern PATH = Pattern.compile("%1$s(?:/%1$s)*".formatted(COMPONENT));
  private static final Pattern REFERENCE =
      Pattern.compile(
          "(?<name>[^@]+?)(?::(?<tag>[A-Za-z0-9_][A-Za-z0-9._-]{0,127}))?"
              + "(?:@(?<digest>sha256:[0-9a-f]{64}))?");

  /** Longest name: the limit of the distribution specification. */
  private static final int MAX_NAME = 255;

  /**
   * Reads a reference and completes it as container runtimes do: {@code alpine} is {@code
   * docker.io/library/alpine}.
   *
   * @throws IllegalArgumentException when it is none; the message says what is wrong
   */
  static ImageReference parse(String text) {
    Matcher matcher = REFERENCE.matcher(text == null ? "" : text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "is not an image reference: host/path@sha256:<64 hexadecimal digits> is expected");
    }
    String name = matcher.group("name");
    if (name.length() > MAX_NAME) {
      throw new IllegalArgumentException("has a name of more than 255 characters");
    }
    Place place = Place.of(name);
    boolean official = place.host().equals(DOCKER_HUB) && !place.path().contains("/");
    String path = official ? "library/" + place.path() : place.path();
    if (!HOST.matcher(place.host()).matches() || !PATH.matcher(path).matches()) {
      throw new IllegalArgumentException(
          "is not an image reference: its name is made of lower-case letters, digits, and single"
              + " separators (. _ -) between them");
    }
    String digest = matcher.group("digest");
    String tag = digest == null ? matcher.group("tag") : null;
    return new ImageReference(place.host(), path, tag, digest);
  }

  /** Host and path; the first component is a host when it could not be a Docker Hub user. */
  private record Place(String host, String path) {
    static Place of(String name) {
      int slash = name.indexOf('/');
      String first = slash < 0 ? "" : name.substring(0, slash);
      boolean isHost = first.contains(".") || first.contains(":") || first.equals("localhost");
      if (!isHost) {
        return new Place(DOCKER_HUB, name);
      }
      String host = first.equals("index.docker.io") ? DOCKER_HUB : first;
      return new Place(host, name.substring(slash + 1));
    }
  }

  /**
   * Whether the image is at or under a policy's entry, compared by whole path components.
   *
   * @param entry {@code host/} or {@code host/path/}; one without the last slash, or that is no
   *     name, admits nothing
   */
  boolean under(String entry) {
    if (entry == null || !entry.endsWith("/")) {
      return false;
    }
    Place place = Place.of(entry);
    return host.equals(place.host()) && (path + "/").startsWith(place.path());
  }

  /** The full reference, as it goes into the pod. */
  String text() {
    String name = host + "/" + path;
    if (digest != null) {
      return name + "@" + digest;
    }
    return tag == null ? name + ":latest" : name + ":" + tag;
  }
}
