package dev.glovebox.e2e.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.core.plan.Names;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;

/**
 * An object of a plan without what {@code plan --offline} assumes. What is left is the same with
 * and without a cluster.
 */
final class WithoutAssumed {
  private static final ObjectMapper JSON = new ObjectMapper();

  private WithoutAssumed() {}

  static JsonNode of(HasMetadata object) {
    try {
      var left = (ObjectNode) JSON.readTree(Serialization.asJson(object));
      ((ObjectNode) left.at("/metadata/annotations")).remove(Names.PLAN_HASH_ANNOTATION);
      switch (object.getKind()) {
        case "Pod" -> pod(left);
        // The cluster's own addresses.
        case "NetworkPolicy" ->
            left.findValues("ipBlock").forEach(block -> ((ObjectNode) block).remove("except"));
        default -> {}
      }
      return left;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pod(ObjectNode pod) throws JsonProcessingException {
    var spec = (ObjectNode) pod.path("spec");
    // The nodes; what RuntimeClasses ask for; the service account's pull secrets.
    spec.remove(List.of("affinity", "overhead", "nodeSelector", "tolerations", "imagePullSecrets"));
    // The operator's configuration.
    var probe = (ObjectNode) spec.path("initContainers").path(0);
    probe.remove(List.of("image", "imagePullPolicy"));
    // Canaries and addresses, nodes, certificates.
    var argument = (ObjectNode) JSON.readTree(probe.path("args").path(1).asText());
    argument.remove(List.of("targets", "nodeKernels"));
    ((ObjectNode) argument.path("runtime")).remove("guestKernels");
    probe.set("args", argument);
  }
}
