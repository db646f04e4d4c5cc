package dev.glovebox.core.verify;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.verify.AdmittedObject.Stage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * What the API server and the cluster's own admission add to an object by themselves, by path and
 * value. Everything else that was not planned is somebody's doing.
 */
final class ServerFields {
  /** Above it are the classes of the system itself (k8s.io/api/scheduling/v1). */
  private static final long HIGHEST_USER_PRIORITY = 1_000_000_000;

  /** One field that may be there although it was not planned. */
  private record Field(Pattern path, Predicate<JsonNode> value) {}

  private final List<Field> fields = new ArrayList<>();

  private ServerFields() {}

  static ServerFields of(JsonNode planned, Stage stage) {
    var table = new ServerFields();
    table.addMetadata();
    switch (planned.path("kind").asText()) {
      case "Pod" -> table.addPod(planned.path("spec"), stage);
      case "PersistentVolumeClaim" -> table.addClaim(stage);
      default -> {} // a NetworkPolicy gets nothing but metadata
    }
    return table;
  }

  /** Whether a field that was not planned is the server's own. A planned one never is. */
  boolean allows(String path, JsonNode planned, JsonNode admitted) {
    return (planned.isMissingNode() || planned.isNull() || isLoweredDeadline(path))
        && fields.stream().anyMatch(f -> f.path.matcher(path).matches() && f.value.test(admitted));
  }

  private static boolean isLoweredDeadline(String path) {
    return path.equals("spec.activeDeadlineSeconds");
  }

  private void addMetadata() {
    any("metadata\\.uid");
    any("metadata\\.resourceVersion");
    any("metadata\\.creationTimestamp");
    any("metadata\\.managedFields");
    any("metadata\\.generation");
    any("metadata\\.selfLink");
    // A deletion under way is not a change of what the object is.
    any("metadata\\.deletionTimestamp");
    any("metadata\\.deletionGracePeriodSeconds");
  }

  private void addPod(JsonNode spec, Stage stage) {
    // Plugin Priority. A class that the policy names is planned and must stay; without one the
    // cluster's global default may come in, but never a class of the system.
    add("spec\\.priority", v -> v.isIntegralNumber() && v.longValue() <= HIGHEST_USER_PRIORITY);
    add(
        "spec\\.preemptionPolicy",
        v -> Set.of("PreemptLowerPriority", "Never").contains(v.asText()));
    add("spec\\.priorityClassName", v -> v.isTextual() && !v.textValue().startsWith("system-"));
    if (stage == Stage.HELD) {
      add("status", ServerFields::isHeldStatus);
      return;
    }
    any("status");
    // The release writes it; AdmittedObject.released compares it.
    any("metadata\\.annotations\\[" + Pattern.quote(Names.HELD_POD_ANNOTATION) + "]");
    var nodes = nodes(spec);
    add("spec\\.nodeName", v -> nodes.contains(v.asText()));
    // The operator lowers it to end a pod; a later end would be somebody else's.
    var planned = spec.path("activeDeadlineSeconds").asLong();
    add(
        "spec\\.activeDeadlineSeconds",
        v -> v.isIntegralNumber() && v.longValue() >= 1 && v.longValue() <= planned);
  }

  /** What a new pod with a gate has: pending, and the condition that says why. */
  private static boolean isHeldStatus(JsonNode status) {
    for (var key : (Iterable<String>) status::fieldNames) {
      var value = status.path(key);
      boolean own =
          switch (key) {
            case "phase" -> value.asText().equals("Pending");
            case "qosClass" -> value.asText().equals("Guaranteed");
            case "observedGeneration" -> value.isIntegralNumber();
            case "conditions" ->
                value.size() == 1
                    && value.path(0).path("type").asText().equals("PodScheduled")
                    && value.path(0).path("status").asText().equals("False")
                    && value.path(0).path("reason").asText().equals("SchedulingGated");
            default -> false;
          };
      if (!own) {
        return false;
      }
    }
    return true;
  }

  private static Set<String> nodes(JsonNode spec) {
    var names = new HashSet<String>();
    spec.findValues("matchFields")
        .forEach(terms -> terms.findValues("values").forEach(v -> names.add(v.path(0).asText())));
    return names;
  }

  private void addClaim(Stage stage) {
    // Plugin StorageObjectInUseProtection.
    add("metadata\\.finalizers", v -> v.toString().equals("[\"kubernetes.io/pvc-protection\"]"));
    // The claim controller says which provisioner it asked.
    any("metadata\\.annotations\\[volume(\\.beta)?\\.kubernetes\\.io/storage-provisioner]");
    if (stage == Stage.HELD) {
      add("status", v -> v.toString().equals("{\"phase\":\"Pending\"}"));
      return;
    }
    any("status");
    // Binding. In the answer to the POST a volume's name would bind the claim to a chosen, perhaps
    // used volume.
    any("spec\\.volumeName");
    any("metadata\\.annotations\\[volume\\.kubernetes\\.io/selected-node]");
    add(
        "metadata\\.annotations\\[pv\\.kubernetes\\.io/(bind-completed|bound-by-controller)]",
        v -> v.asText().equals("yes"));
  }

  private void any(String path) {
    add(path, v -> true);
  }

  private void add(String path, Predicate<JsonNode> value) {
    fields.add(new Field(Pattern.compile(path), value));
  }
}
