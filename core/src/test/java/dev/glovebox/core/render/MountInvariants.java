package dev.glovebox.core.render;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Where a sandbox's containers may have anything mounted, and that nothing hides anything else:
 * attacks A35 and A36. On plain JSON, and knows nothing of the planner's own rules.
 */
final class MountInvariants {

  /** The kernel's and Glovebox's own: whatever a policy permits. */
  private static final Pattern NEVER =
      Pattern.compile("/|/(proc|sys|dev|run|var/run)(/.*)?", Pattern.DOTALL);

  private static final Pattern SYSTEM =
      Pattern.compile("/(usr|etc|var|opt|bin|sbin|boot|root)(/.*)?|/lib.*", Pattern.DOTALL);

  private static final Pattern PLAIN = Pattern.compile("(/[A-Za-z0-9._-]+)+");

  private final boolean systemAllowed;
  private final List<String> violations = new ArrayList<>();

  private MountInvariants(boolean systemAllowed) {
    this.systemAllowed = systemAllowed;
  }

  /**
   * What is wrong, in words; empty = nothing.
   *
   * @param systemAllowed whether mounts may hide parts of the image's system
   */
  static List<String> violations(JsonNode spec, boolean systemAllowed) {
    var check = new MountInvariants(systemAllowed);
    var probe = spec.at("/initContainers/0/volumeMounts");
    for (var mount : probe) {
      check.must("the probe sees the workspace only", text(mount, "name").equals("workspace"));
    }
    check.must("the probe sees one mount at most", probe.size() <= 1);
    check.task(spec.at("/containers/0"));
    return check.violations;
  }

  private void task(JsonNode task) {
    var paths = new ArrayList<String>();
    for (var mount : task.path("volumeMounts")) {
      var path = text(mount, "mountPath");
      paths.add(path);
      switch (text(mount, "name")) {
        case "home" -> must("home is HOME", path.equals("/home/task"));
        case "tmp" -> must("tmp is /tmp", path.equals("/tmp"));
        case "secrets" -> must("secrets are below /run/secrets", path.equals("/run/secrets"));
        default -> {
          must(path + " is not /tmp or HOME", !path.matches("(/tmp|/home/task)(/.*)?"));
          usable(path);
        }
      }
    }
    for (int i = 0; i < paths.size(); i++) {
      for (int j = 0; j < paths.size(); j++) {
        must(
            paths.get(i) + " hides " + paths.get(j),
            i == j || !(paths.get(j) + "/").startsWith(paths.get(i) + "/"));
      }
    }
    if (task.has("workingDir")) {
      usable(text(task, "workingDir"));
    }
  }

  private void usable(String path) {
    must(path + " is absolute and plain", PLAIN.matcher(path).matches());
    must(
        path + " has no dots", !List.of(path.split("/", -1)).contains(".") && !path.contains(".."));
    must(path + " is the kernel's or ours", !NEVER.matcher(path).matches());
    must(path + " is the image's", systemAllowed || !SYSTEM.matcher(path).matches());
  }

  private static String text(JsonNode object, String field) {
    return object.path(field).asText();
  }

  private void must(String invariant, boolean holds) {
    if (!holds) {
      violations.add(invariant);
    }
  }
}
