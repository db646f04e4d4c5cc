package dev.glovebox.operator.sweep;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.sweep.LabelledObject.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads through the client. */
final class ServerOrphanReads implements OrphanReads {

  /** A namespace may have thousands of tasks, of some 5 KB each. */
  private static final long TASKS_PER_REQUEST = 500;

  private final KubernetesClient client;

  ServerOrphanReads(KubernetesClient client) {
    this.client = client;
  }

  @Override
  public Set<String> tasks(String namespace) throws NotReadable {
    return read(
        () -> {
          Set<String> uids = new HashSet<>();
          String next = null;
          do {
            var page =
                client
                    .resources(SandboxTask.class)
                    .inNamespace(namespace)
                    .list(
                        new ListOptionsBuilder()
                            .withLimit(TASKS_PER_REQUEST)
                            .withContinue(next)
                            .build());
            page.getItems().forEach(task -> uids.add(task.getMetadata().getUid()));
            next = page.getMetadata().getContinue();
          } while (next != null && !next.isEmpty());
          return uids;
        });
  }

  @Override
  public Optional<HasMetadata> object(Kind kind, String namespace, String name) throws NotReadable {
    // The client returns null for 404, and throws for everything else.
    return read(
        () ->
            Optional.ofNullable(
                client.resources(type(kind)).inNamespace(namespace).withName(name).get()));
  }

  @Override
  public List<HasMetadata> labelled(Kind kind, String namespace, String taskUid)
      throws NotReadable {
    return read(
        () ->
            List.copyOf(
                client
                    .resources(type(kind))
                    .inNamespace(namespace)
                    .withLabel(Names.TASK_UID_LABEL, taskUid)
                    .list()
                    .getItems()));
  }

  @Override
  public Optional<PersistentVolume> volume(String name) throws NotReadable {
    return read(() -> Optional.ofNullable(client.persistentVolumes().withName(name).get()));
  }

  private static Class<? extends HasMetadata> type(Kind kind) {
    return switch (kind) {
      case POD -> Pod.class;
      case CLAIM -> PersistentVolumeClaim.class;
      case NETWORK_POLICY -> NetworkPolicy.class;
    };
  }

  private static <T> T read(Supplier<T> call) throws NotReadable {
    try {
      return call.get();
    } catch (KubernetesClientException e) {
      throw new NotReadable(e.getMessage());
    }
  }
}
