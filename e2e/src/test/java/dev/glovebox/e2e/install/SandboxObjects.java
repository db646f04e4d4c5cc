package dev.glovebox.e2e.install;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Map;

/** The kinds of object that a sandbox is made of, as small as the API server admits them. */
final class SandboxObjects {
  static final List<String> KINDS = List.of("Pod", "PersistentVolumeClaim", "NetworkPolicy");

  private SandboxObjects() {}

  /** An object of the kind; it has labels, none of them Glovebox's. */
  static GenericKubernetesResource named(String namespace, String kind, String name) {
    String version = kind.equals("NetworkPolicy") ? "networking.k8s.io/v1" : "v1";
    String spec =
        switch (kind) {
          case "Pod" -> "{containers: [{name: task, image: \"example.com/x:1\"}]}";
          case "PersistentVolumeClaim" ->
              "{accessModes: [ReadWriteOncePod], storageClassName: none, resources: {requests: {storage: 1Mi}}}";
          case "NetworkPolicy" ->
              "{podSelector: {matchLabels: {example.com/pod: x}}, policyTypes: [Ingress, Egress]}";
          default -> throw new IllegalArgumentException(kind);
        };
    return Serialization.unmarshal(
        """
        apiVersion: %s
        kind: %s
        metadata: {name: %s, namespace: %s, labels: {example.com/pod: x}}
        spec: %s
        """
            .formatted(version, kind, name, namespace, spec),
        GenericKubernetesResource.class);
  }

  /** A pod that is on a node. */
  static GenericKubernetesResource placed(String namespace, String name) {
    var pod = named(namespace, "Pod", name);
    pod.<Map<String, Object>>get("spec").put("nodeName", "node-1");
    return pod;
  }
}
