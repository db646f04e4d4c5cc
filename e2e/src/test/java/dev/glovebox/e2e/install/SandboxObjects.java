package dev.glovebox.e2e.install;

import dev.glovebox.e2e.cluster.Checkout;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/** The kinds of object that a sandbox is made of. */
final class SandboxObjects {
  static final List<String> KINDS = List.of("Pod", "PersistentVolumeClaim", "NetworkPolicy");

  private SandboxObjects() {}

  /** An object of the kind, as small as the API server admits it; no label is Glovebox's. */
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

  /** One as the operator makes it: the renderer's, under this name. */
  static GenericKubernetesResource ours(String namespace, String kind, String name) {
    var object = golden("minimal", kind);
    object.getMetadata().setNamespace(namespace);
    object.getMetadata().setName(name);
    // There is no such task, so the collector would take the object away.
    object.getMetadata().setOwnerReferences(List.of());
    if (kind.equals("Pod")) {
      List<Map<String, Object>> volumes = object.get("spec", "volumes");
      volumes.getFirst().put("persistentVolumeClaim", Map.of("claimName", name));
    }
    return object;
  }

  /**
   * An object that the renderer makes, from its golden files.
   *
   * @param which name of a case there
   */
  static GenericKubernetesResource golden(String which, String kind) {
    var file =
        Checkout.file("core/src/test/resources/golden/%s/out-%s.yaml".formatted(which, kind));
    try {
      return Serialization.unmarshal(Files.readString(file), GenericKubernetesResource.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
