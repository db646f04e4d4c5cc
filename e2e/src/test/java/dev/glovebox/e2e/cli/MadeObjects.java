package dev.glovebox.e2e.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.verify.AdmittedObject;
import dev.glovebox.core.verify.AdmittedObject.Difference;
import dev.glovebox.core.verify.AdmittedObject.Stage;
import dev.glovebox.e2e.cluster.Cluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the operator made in a namespace, as the API server keeps it, by kind and name. */
final class MadeObjects {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, String> LISTS =
      Map.of(
          "NetworkPolicy", "/apis/networking.k8s.io/v1/namespaces/%s/networkpolicies",
          "Pod", "/api/v1/namespaces/%s/pods",
          "PersistentVolumeClaim", "/api/v1/namespaces/%s/persistentvolumeclaims");

  private MadeObjects() {}

  /** Those of tasks, now. */
  static Map<String, JsonNode> in(Cluster cluster, String namespace) {
    Map<String, JsonNode> made = new TreeMap<>();
    LISTS.forEach(
        (kind, path) -> {
          for (JsonNode item : list(cluster, path.formatted(namespace))) {
            if (item.path("metadata").path("labels").has(Names.TASK_UID_LABEL)) {
              made.put(kind + " " + item.path("metadata").path("name").asText(), item);
            }
          }
        });
    return made;
  }

  private static JsonNode list(Cluster cluster, String path) {
    try {
      return JSON.readTree(cluster.client().raw(path)).path("items");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** How an object is named here. */
  static String key(HasMetadata object) {
    return object.getKind() + " " + object.getMetadata().getName();
  }

  /** In what a planned object is not the one that is there, as the operator compares them. */
  static List<Difference> differences(HasMetadata planned, JsonNode made) {
    var item = made.<com.fasterxml.jackson.databind.node.ObjectNode>deepCopy();
    // An item of a list has neither.
    item.put("kind", planned.getKind()).put("apiVersion", planned.getApiVersion());
    List<Difference> held = AdmittedObject.differences(planned, item, Stage.HELD);
    return held.isEmpty() ? held : AdmittedObject.differences(planned, item, Stage.RELEASED);
  }
}
