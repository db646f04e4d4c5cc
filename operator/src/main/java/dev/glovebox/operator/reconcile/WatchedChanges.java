package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.operator.facts.ActiveTasks;
import dev.glovebox.operator.facts.ClusterView;
import dev.glovebox.operator.facts.PolicyWatch;
import dev.glovebox.operator.status.Phases;
import io.javaoperatorsdk.operator.api.reconciler.IndexedResourceCache;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.AbstractEventSource;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Wakes the released tasks that a change in the cluster may matter to, at once: of policies of any
 * kind, and of what {@link ClusterView} shows.
 */
final class WatchedChanges extends AbstractEventSource<Void, SandboxTask> {
  private final IndexedResourceCache<SandboxTask> tasks;

  WatchedChanges(PolicyWatch policies, ClusterView view, IndexedResourceCache<SandboxTask> tasks) {
    super(Void.class, "isolation");
    this.tasks = tasks;
    policies.onChange(change -> wake(of(change)));
    view.onChangeFor(this::wakeThose);
  }

  @Override
  public Set<Void> getSecondaryResources(SandboxTask task) {
    return Set.of();
  }

  private Stream<SandboxTask> of(PolicyWatch.Change change) {
    if (change.taskUid() != null) {
      return tasks.byIndex(TaskCaches.TASK_BY_UID, change.taskUid()).stream();
    }
    return change.namespace() == null
        ? tasks.list(WatchedChanges::isActive)
        : tasks.byIndex(ActiveTasks.INDEX, change.namespace()).stream();
  }

  private void wakeThose(Predicate<SandboxTask> which) {
    wake(tasks.list(task -> isActive(task) && which.test(task)));
  }

  private void wake(Stream<SandboxTask> affected) {
    // Before the controller runs nobody listens; when it starts it looks at every task.
    if (isRunning()) {
      affected
          .filter(task -> Phases.podUid(task).isPresent())
          .forEach(task -> getEventHandler().handleEvent(new Event(ResourceID.fromResource(task))));
    }
  }

  private static boolean isActive(SandboxTask task) {
    return !ActiveTasks.namespaceIfActive(task).isEmpty();
  }
}
