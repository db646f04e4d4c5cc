package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.operator.facts.ActiveTasks;
import dev.glovebox.operator.facts.ClusterView;
import dev.glovebox.operator.facts.LabelledObjects;
import dev.glovebox.operator.facts.NetworkPolicies;
import dev.glovebox.operator.facts.PolicyWatch;
import dev.glovebox.operator.facts.ReleaseGuard;
import dev.glovebox.operator.observe.TaskEvents;
import dev.glovebox.operator.observe.TaskMetrics;
import dev.glovebox.operator.write.ApiServerWriter;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.MaxReconciliationInterval;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.retry.GradualRetry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/** What the SDK calls, and how it is set up. {@link Walk} does the rest. */
@ControllerConfiguration(
    name = "sandboxtask",
    // Deletions come to reconcile() as well, and the finalizer is ours (AddFinalizerStep). A task
    // that is missing from the informer for a moment is not forgotten then (#3416).
    triggerReconcilerOnAllEvents = true,
    fieldManager = ApiServerWriter.FIELD_MANAGER,
    // Others' changes may be dropped otherwise (java-operator-sdk #3398).
    informer =
        @Informer(
            comparableResourceVersions = false,
            itemStore = TaskItemStore.class,
            // All in one answer, 128 KiB each, would not fit into memory.
            informerListLimit = SandboxTaskReconciler.TASKS_PER_REQUEST),
    // A look at everything now and then, should an event ever get lost.
    maxReconciliationInterval =
        @MaxReconciliationInterval(interval = 3, timeUnit = TimeUnit.MINUTES))
// Never gives up: a task without a next look would be a task without a deadline.
@GradualRetry(maxAttempts = -1, initialInterval = 200, intervalMultiplier = 2, maxInterval = 30_000)
public final class SandboxTaskReconciler implements Reconciler<SandboxTask> {
  static final long TASKS_PER_REQUEST = 100;

  /** Time for the informer to catch up with what the server has. */
  private static final Duration CATCH_UP = Duration.ofMillis(50);

  private static final Duration UNTIL_COMPLETE = Duration.ofMillis(100);

  private final TaskCaches caches;
  private final Walk walk;
  private final TaskMetrics metrics;
  private final BooleanSupplier watchesComplete;
  private final Clock clock;

  /** The first pass: the watches are complete by then. */
  private final AtomicReference<Instant> watchedSince = new AtomicReference<>();

  /** The reconciler as it runs in a cluster. */
  public SandboxTaskReconciler(
      KubernetesClient client,
      ClusterView view,
      NetworkPolicies policies,
      PolicyWatch policyWatch,
      ReleaseGuard guard,
      ActiveTasks activeTasks,
      LabelledObjects labelledObjects,
      Certifications certifications,
      TaskEvents events,
      TaskMetrics metrics,
      BooleanSupplier watchesComplete,
      Clock clock) {
    this.watchesComplete = watchesComplete;
    this.caches = new TaskCaches(activeTasks, labelledObjects, certifications, policyWatch, view);
    var reads = new ApiObjectReads(client, caches);
    var writer = new ApiServerWriter(client, metrics);
    var steps =
        Steps.of(
            view,
            policies,
            policyWatch,
            guard,
            certifications,
            reads,
            writer,
            events,
            metrics,
            clock,
            () -> later(watchedSince.get(), view.watchedSince()));
    this.metrics = metrics;
    this.clock = clock;
    this.walk = new Walk(reads, steps, metrics, clock);
  }

  @Override
  public List<EventSource<?, SandboxTask>> prepareEventSources(
      EventSourceContext<SandboxTask> context) {
    metrics.show(CountedTasks.of(context.getPrimaryCache()));
    return caches.prepare(context);
  }

  @Override
  public UpdateControl<SandboxTask> reconcile(SandboxTask task, Context<SandboxTask> context) {
    UpdateControl<SandboxTask> control = UpdateControl.noUpdate();
    if (!watchesComplete.getAsBoolean()) {
      // What is not listed yet would be taken for absent: a volume that is there, for destroyed.
      return control.rescheduleAfter(UNTIL_COMPLETE);
    }
    watchedSince.compareAndSet(null, clock.instant());
    if (context.isPrimaryResourceDeleted()) {
      return control;
    }
    boolean deleted = task.getMetadata().getDeletionTimestamp() != null;
    return switch (deleted ? walk.destroy(task) : walk.advance(task)) {
      case Progress.Wait wait -> control.rescheduleAfter(atLeastMilliseconds(wait.atMost()));
      case Progress.Stale stale -> control.rescheduleAfter(CATCH_UP);
      case Progress.Stop again -> control.rescheduleAfter(CATCH_UP);
      case Progress.Retry retry -> throw new RetryLater(retry.why());
      default -> control;
    };
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /** The SDK takes 0 for "never". */
  private static Duration atLeastMilliseconds(Duration pause) {
    return pause.toMillis() < 1 ? Duration.ofMillis(1) : pause;
  }

  /** Makes the SDK try again with growing pauses. Its stack says nothing, so it has none. */
  static final class RetryLater extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RetryLater(String why) {
      super(why, null, false, false);
    }
  }
}
