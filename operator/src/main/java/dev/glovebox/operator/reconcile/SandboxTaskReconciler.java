package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.progress.PodProgress;
import dev.glovebox.operator.facts.ActiveTasks;
import dev.glovebox.operator.facts.ClusterView;
import dev.glovebox.operator.facts.NetworkPolicies;
import dev.glovebox.operator.facts.ReleaseGuard;
import dev.glovebox.operator.observe.TaskEvents;
import dev.glovebox.operator.observe.TaskMetrics;
import dev.glovebox.operator.status.Phases;
import dev.glovebox.operator.write.ApiServerWriter;
import dev.glovebox.operator.write.ClusterWriter;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.MaxReconciliationInterval;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.retry.GradualRetry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Picks the steps of a task by what is seen of it, and runs them until one has to wait. */
@ControllerConfiguration(
    name = "sandboxtask",
    finalizerName = Names.FINALIZER,
    fieldManager = ApiServerWriter.FIELD_MANAGER,
    // Others' changes may be dropped otherwise (java-operator-sdk #3398).
    informer = @Informer(comparableResourceVersions = false),
    // A look at everything now and then, should an event ever get lost.
    maxReconciliationInterval =
        @MaxReconciliationInterval(interval = 3, timeUnit = TimeUnit.MINUTES))
// Never gives up: a task without a next look would be a task without a deadline.
@GradualRetry(maxAttempts = -1, initialInterval = 200, intervalMultiplier = 2, maxInterval = 30_000)
public final class SandboxTaskReconciler implements Reconciler<SandboxTask>, Cleaner<SandboxTask> {
  private static final Logger LOG = LoggerFactory.getLogger(SandboxTaskReconciler.class);

  /** Time for the informer to catch up with what the server has. */
  private static final Duration CATCH_UP = Duration.ofMillis(50);

  private final Clock clock;
  private final TaskMetrics metrics;
  private final ObjectReads reads;
  private final TaskCaches caches;
  private final Steps steps;

  /** The reconciler as it runs in a cluster. */
  public SandboxTaskReconciler(
      KubernetesClient client,
      ClusterView view,
      NetworkPolicies policies,
      ReleaseGuard guard,
      ActiveTasks activeTasks,
      TaskEvents events,
      TaskMetrics metrics,
      Clock clock) {
    this.clock = clock;
    this.metrics = metrics;
    this.caches = new TaskCaches(activeTasks);
    this.reads = new ApiObjectReads(client, caches);
    ClusterWriter writer = new ApiServerWriter(client, metrics);
    this.steps = Steps.of(view, policies, guard, reads, writer, events, metrics, clock);
  }

  SandboxTaskReconciler(ObjectReads reads, Steps steps, TaskMetrics metrics, Clock clock) {
    this.clock = clock;
    this.metrics = metrics;
    this.caches = new TaskCaches(new ActiveTasks());
    this.reads = reads;
    this.steps = steps;
  }

  @Override
  public List<EventSource<?, SandboxTask>> prepareEventSources(
      EventSourceContext<SandboxTask> context) {
    return caches.prepare(context);
  }

  @Override
  public UpdateControl<SandboxTask> reconcile(SandboxTask task, Context<SandboxTask> context) {
    UpdateControl<SandboxTask> control = UpdateControl.noUpdate();
    return switch (advance(task)) {
      case Progress.Wait wait -> control.rescheduleAfter(atLeastMilliseconds(wait.atMost()));
      case Progress.Stale stale -> control.rescheduleAfter(CATCH_UP);
      case Progress.Stop again -> control.rescheduleAfter(CATCH_UP);
      case Progress.Retry retry -> throw new RetryLater(retry.why());
      default -> control;
    };
  }

  @Override
  public DeleteControl cleanup(SandboxTask task, Context<SandboxTask> context) {
    DeleteControl keep = DeleteControl.noFinalizerRemoval();
    return switch (destroy(task)) {
      case Progress.Proceed done -> DeleteControl.defaultDelete();
      case Progress.Wait wait ->
          keep.rescheduleAfter(atLeastMilliseconds(wait.atMost()).toMillis());
      case Progress.Retry retry -> throw new RetryLater(retry.why());
      default -> keep.rescheduleAfter(CATCH_UP.toMillis());
    };
  }

  /** One pass over a task that is wanted. Never Hold. */
  Progress advance(SandboxTask cached) {
    SandboxTask task = cached;
    if (Phases.podUid(cached).isEmpty() && !Phases.terminal(Phases.of(cached))) {
      // The informer may be behind, and a pod made for a task that has one already would be a
      // second run. So before anything is made, the server is asked.
      switch (reads.task(cached.getMetadata().getNamespace(), cached.getMetadata().getName())) {
        case Lookup.Unreadable<SandboxTask> no -> {
          return new Progress.Retry("task: " + no.message());
        }
        case Lookup.Absent<SandboxTask> gone -> {
          return new Progress.Settled();
        }
        case Lookup.Found<SandboxTask> found -> task = found.value();
      }
      if (!task.getMetadata().getUid().equals(cached.getMetadata().getUid())
          || task.getMetadata().getDeletionTimestamp() != null) {
        return new Progress.Settled();
      }
    }
    var pass = new Pass(task, clock.instant());
    Progress progress = walk(pass);
    if (progress instanceof Progress.Hold hold) {
      progress = steps.hold().hold(pass, hold);
    }
    return progress instanceof Progress.Stop stop ? steps.stop().stop(pass, stop) : progress;
  }

  /** One pass over a task that was deleted; Proceed = nothing of it is left. */
  Progress destroy(SandboxTask task) {
    return run(steps.destroy(), new Pass(task, clock.instant()));
  }

  private Progress walk(Pass pass) {
    Phase phase = Phases.of(pass.task());
    if (Phases.terminal(phase)) {
      return run(List.of(steps.expire()), pass);
    }
    if (pass.recordedPod().isEmpty()) {
      return run(steps.release(), pass);
    }
    Progress looked = run(List.of(steps.look()), pass);
    if (!(looked instanceof Progress.Proceed)) {
      return looked;
    }
    return run(phase == Phase.Stopping ? List.of(steps.stopping()) : following(pass), pass);
  }

  private List<Step> following(Pass pass) {
    return switch (pass.progress()) {
      case null -> List.of(steps.end());
      case PodProgress.Held held -> steps.release();
      case PodProgress.Unscheduled unscheduled -> List.of(steps.attest());
      case PodProgress.Starting starting -> List.of(steps.attest());
      case PodProgress.Probing probing -> List.of(steps.attest());
      case PodProgress.ProbeFailed failed -> List.of(steps.attest());
      case PodProgress.ProbePassed passed -> List.of(steps.attest());
      case PodProgress.Running running -> List.of(steps.run());
      case PodProgress.Ended ended -> List.of(steps.end());
    };
  }

  /** Runs steps as long as they proceed. */
  private Progress run(List<Step> chain, Pass pass) {
    Progress progress = new Progress.Proceed();
    for (Step step : chain) {
      long start = System.nanoTime();
      progress = step.run(pass);
      metrics.step(step.name(), Duration.ofNanos(System.nanoTime() - start));
      LOG.atDebug()
          .addKeyValue("namespace", pass.namespace())
          .addKeyValue("task", pass.task().getMetadata().getName())
          .addKeyValue("uid", pass.uid())
          .addKeyValue("step", step.name())
          .log("{}", progress);
      if (!(progress instanceof Progress.Proceed)) {
        return progress;
      }
    }
    return progress;
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
