package dev.glovebox.e2e.task;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.Watchable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * In which order the objects of tasks went: by the resourceVersions of their deletions, which one
 * etcd counts for all kinds. No look can come too late for it.
 */
final class Departures implements AutoCloseable {
  private final List<Watch> watches = new ArrayList<>();
  private final Map<String, Long> gone = new ConcurrentHashMap<>();
  private final AtomicReference<WatcherException> broken = new AtomicReference<>();

  /** Of a namespace's pods, claims, NetworkPolicies and tasks, and of its claims' volumes. */
  Departures(Workplace workplace) {
    var client = workplace.cluster().client();
    String namespace = workplace.namespace();
    watch(client.pods().inNamespace(namespace));
    watch(client.persistentVolumeClaims().inNamespace(namespace));
    watch(client.network().v1().networkPolicies().inNamespace(namespace));
    watch(client.resources(SandboxTask.class).inNamespace(namespace));
    watch(client.persistentVolumes());
  }

  private <T extends HasMetadata> void watch(Watchable<T> kind) {
    watches.add(
        kind.watch(
            new Watcher<>() {
              @Override
              public void eventReceived(Action action, T object) {
                if (action == Action.DELETED) {
                  gone.put(key(object), Long.valueOf(object.getMetadata().getResourceVersion()));
                }
              }

              @Override
              public void onClose(WatcherException cause) {
                broken.compareAndSet(null, cause);
              }
            }));
  }

  /** A volume goes by the name of its claim. */
  private static String key(HasMetadata object) {
    boolean bound =
        object instanceof PersistentVolume volume && volume.getSpec().getClaimRef() != null;
    String name =
        bound
            ? ((PersistentVolume) object).getSpec().getClaimRef().getName()
            : object.getMetadata().getName();
    return object.getKind() + " " + name;
  }

  /**
   * Kinds of a task's objects that have gone, in their order; the task itself last or not at all.
   */
  List<String> of(SandboxTask task) {
    if (broken.get() != null) {
      throw new AssertionError(
          "a watch has ended, so something may have been missed", broken.get());
    }
    String objects = task.getStatus().podName();
    return gone.entrySet().stream()
        .filter(
            entry ->
                entry.getKey().endsWith(" " + objects)
                    || entry.getKey().equals("SandboxTask " + task.getMetadata().getName()))
        .sorted(Comparator.comparing(Map.Entry::getValue))
        .map(entry -> entry.getKey().substring(0, entry.getKey().indexOf(' ')))
        .toList();
  }

  @Override
  public void close() {
    watches.forEach(Watch::close);
  }
}
