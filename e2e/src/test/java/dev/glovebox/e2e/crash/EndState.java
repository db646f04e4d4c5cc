package dev.glovebox.e2e.crash;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A task and its objects after its end, as text in which nothing is left that differs between two
 * tasks of the same spec: names, UIDs, digests of these, times and measurements.
 *
 * @param watchInterrupted whether the status says that nobody watched the task for a while; not in
 *     the text, for it is what a death may leave
 */
record EndState(String text, boolean watchInterrupted) {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  private static final String WATCH_INTERRUPTED = "WatchInterrupted";
  private static final String TIME = "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z";
  private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  /** Of the plan with the task's UID in it, and of objects with theirs. */
  private static final List<String> DIGESTS =
      List.of("glovebox.dev/plan-hash", "glovebox.dev/held-pod");

  /** What is measured. */
  private static final Set<String> MEASURED = Set.of("rounds", "lastOpenMilliseconds");

  /** Of a task that has ended and of whose objects none is being deleted. */
  static EndState of(Workplace workplace, SandboxTask task) {
    String namespace = workplace.namespace();
    List<JsonNode> parts = new ArrayList<>();
    ObjectNode status = (ObjectNode) tree(task.getStatus());
    boolean interrupted = withoutInterruption(status);
    if (isKilled(task)) {
      status.remove(List.of("exitCode", "terminationMessage"));
    }
    if (status.at("/isolation/network") instanceof ObjectNode network) {
      network.remove(MEASURED);
    }
    parts.add(status);
    parts.add(tree(task.getMetadata().getFinalizers()));
    Lives.objects(workplace, task).map(EndState::object).forEach(parts::add);
    return new EndState(withoutNames(parts, task, namespace), interrupted);
  }

  /** Its pod goes a moment after it has ended, and with it what nobody has seen by then. */
  static boolean isKilled(SandboxTask task) {
    return "IsolationLost".equals(task.getStatus().reason());
  }

  private static ObjectNode object(HasMetadata object) {
    JsonNode all = tree(object);
    ObjectNode kept = JSON.createObjectNode();
    kept.put("kind", object.getKind());
    for (String field : List.of("name", "labels", "annotations", "ownerReferences", "finalizers")) {
      kept.set(field, all.path("metadata").get(field));
    }
    if (kept.path("annotations") instanceof ObjectNode annotations) {
      DIGESTS.stream().filter(annotations::has).forEach(name -> annotations.put(name, "DIGEST"));
    }
    kept.set("spec", all.path("spec"));
    return kept;
  }

  /** Takes out that nobody watched for a while, and what follows from it. */
  private static boolean withoutInterruption(ObjectNode status) {
    boolean found = false;
    for (var findings = status.path("findings").elements(); findings.hasNext(); ) {
      if (findings.next().path("type").asText().equals(WATCH_INTERRUPTED)) {
        findings.remove();
        found = true;
      }
    }
    if (status.path("findings").isEmpty()) {
      status.remove("findings");
    }
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("type").asText().equals("Hardened")) {
        ((ObjectNode) condition).retain("type");
      }
    }
    return found;
  }

  private static String withoutNames(List<JsonNode> parts, SandboxTask task, String namespace) {
    String name = task.getMetadata().getName();
    try {
      return JSON.writeValueAsString(JSON.treeToValue(JSON.valueToTree(parts), Object.class))
          .replace("gbx-" + name + "-" + task.getMetadata().getUid().substring(0, 8), "OBJECT")
          .replace(namespace, "NAMESPACE")
          .replace(name, "TASK")
          .replaceAll(UUID, "UID")
          .replaceAll(TIME, "TIME");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode tree(Object value) {
    try {
      return JSON.readTree(Serialization.asJson(value));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
