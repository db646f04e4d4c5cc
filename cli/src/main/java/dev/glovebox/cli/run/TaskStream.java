package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.AnyNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;

/** The tasks of a namespace or of all, and what becomes of them. */
public final class TaskStream {
  private final FilterWatchListDeletable<
          SandboxTask, KubernetesResourceList<SandboxTask>, Resource<SandboxTask>>
      tasks;

  private LinkedBlockingQueue<Change> changes;

  /**
   * A task as it is, or was last.
   *
   * @param gone whether it was deleted
   */
  public record Change(SandboxTask task, boolean gone) {}

  /**
   * Tasks to look at.
   *
   * @param selector of labels; null for all
   */
  public TaskStream(KubernetesClient client, boolean allNamespaces, String selector) {
    var all = client.resources(SandboxTask.class);
    AnyNamespaceOperation<SandboxTask, KubernetesResourceList<SandboxTask>, Resource<SandboxTask>>
        there = allNamespaces ? all.inAnyNamespace() : all.inNamespace(client.getNamespace());
    this.tasks = selector == null ? there : there.withLabelSelector(selector);
  }

  /** Those that are there now. */
  public List<SandboxTask> list() {
    return tasks.list().getItems();
  }

  /** The next change; first those that are there. A watch that breaks is begun anew. */
  public Change next() throws InterruptedException {
    if (changes == null) {
      var queue = new LinkedBlockingQueue<Change>();
      changes = queue;
      tasks.inform(
          new ResourceEventHandler<>() {
            @Override
            public void onAdd(SandboxTask added) {
              queue.add(new Change(added, false));
            }

            @Override
            public void onUpdate(SandboxTask before, SandboxTask after) {
              queue.add(new Change(after, false));
            }

            @Override
            public void onDelete(SandboxTask deleted, boolean finalStateUnknown) {
              queue.add(new Change(deleted, true));
            }
          });
    }
    return changes.take();
  }
}
