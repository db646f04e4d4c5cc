package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.operator.facts.ObjectFacts;
import dev.glovebox.operator.write.ObjectKind;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads through the client, and from the caches of the controller's informers. */
final class ApiObjectReads implements ObjectReads {
  /** By which a person says that a node is really off, so that its pods are gone for good. */
  private static final String OUT_OF_SERVICE = "node.kubernetes.io/out-of-service";

  private final KubernetesClient client;
  private final TaskCaches caches;
  private final ObjectMapper mapper = new ObjectMapper();

  ApiObjectReads(KubernetesClient client, TaskCaches caches) {
    this.client = client;
    this.caches = caches;
  }

  @Override
  public Lookup<SandboxTask> task(String namespace, String name) {
    return read(
        () -> client.resources(SandboxTask.class).inNamespace(namespace).withName(name).get());
  }

  @Override
  public Lookup<JsonNode> object(ObjectKind kind, String namespace, String name) {
    return read(
        () -> {
          var object =
              client
                  .genericKubernetesResources(kind.apiVersion(), kind.kind())
                  .inNamespace(namespace)
                  .withName(name)
                  .get();
          return object == null ? null : mapper.valueToTree(object);
        });
  }

  @Override
  public Optional<SeenPod> knownPod(String namespace, String name) {
    return caches.pod(namespace, name);
  }

  @Override
  public Optional<Pod> knownEnd(String podUid) {
    return caches.gonePod(podUid);
  }

  @Override
  public List<PersistentVolume> knownVolumes(String namespace, String claim) {
    return caches.volumes(namespace, claim);
  }

  @Override
  public Lookup<PersistentVolume> volume(String name) {
    return read(() -> client.persistentVolumes().withName(name).get());
  }

  @Override
  public Lookup<NodeState> node(String name) {
    return read(
        () -> {
          Node node = client.nodes().withName(name).get();
          return node == null ? null : new NodeState(ObjectFacts.of(node), outOfService(node));
        });
  }

  @Override
  public Lookup<String> runtimeHandler(String runtimeClass) {
    return read(
        () -> {
          // client.runtimeClasses() would ask for v1beta1, which servers no longer have.
          var found = client.resources(RuntimeClass.class).withName(runtimeClass).get();
          return found == null ? null : found.getHandler();
        });
  }

  @Override
  public Lookup<List<Event>> events(String namespace, String uid) {
    return read(
        () ->
            client
                .v1()
                .events()
                .inNamespace(namespace)
                .withField("involvedObject.uid", uid)
                .list()
                .getItems());
  }

  private static boolean outOfService(Node node) {
    return node.getSpec() != null
        && node.getSpec().getTaints().stream()
            .anyMatch(taint -> taint.getKey().equals(OUT_OF_SERVICE));
  }

  /** The client returns null for 404, and throws for everything else. */
  private static <T> Lookup<T> read(Supplier<T> call) {
    try {
      T value = call.get();
      return value == null ? new Lookup.Absent<>() : new Lookup.Found<>(value);
    } catch (KubernetesClientException e) {
      return new Lookup.Unreadable<>(e.getMessage());
    }
  }
}
