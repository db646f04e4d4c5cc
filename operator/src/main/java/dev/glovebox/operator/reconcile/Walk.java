package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.progress.PodProgress;
import dev.glovebox.operator.observe.LogKeys;
import dev.glovebox.operator.observe.TaskMetrics;
import dev.glovebox.operator.status.Phases;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Picks the steps of a task by what is seen of it, and runs them until one has to wait. */
final class Walk {
  private static final Logger LOG = LoggerFactory.getLogger(Walk.class);

  private final ObjectReads reads;
  private final Steps steps;
  private final TaskMetrics metrics;
  private final Clock clock;

  Walk(ObjectReads reads, Steps steps, TaskMetrics metrics, Clock clock) {
    this.reads = reads;
    this.steps = steps;
    this.metrics = metrics;
    this.clock = clock;
  }

  /** Looks at a task that is wanted, and takes it as far as it goes now. Never Hold. */
  Progress advance(SandboxTask cached) {
    // The informer may be behind, and a pod made for a task that has one already would be a second
    // run. So before anything is made, the server is asked.
    boolean mayMake = Phases.podUid(cached).isEmpty() && !Phases.terminal(Phases.of(cached));
    if (!mayMake) {
      Progress progress = decided(new Pass(cached, false, clock.instant()));
      if (!(progress instanceof Progress.Stale)) {
        return progress;
      }
    }
    return switch (reads.task(
        cached.getMetadata().getNamespace(), cached.getMetadata().getName())) {
      case Lookup.Unreadable<SandboxTask> no -> new Progress.Retry("task: " + no.message());
      case Lookup.Absent<SandboxTask> gone -> new Progress.Settled();
      case Lookup.Found<SandboxTask> found ->
          isWanted(found.value(), cached)
              ? decided(new Pass(found.value(), true, clock.instant()))
              : new Progress.Settled();
    };
  }

  /** Looks at a task that was deleted, and takes its destruction as far as it goes now. */
  Progress destroy(SandboxTask task) {
    return run(steps.destroy(), new Pass(task, false, clock.instant()));
  }

  private static boolean isWanted(SandboxTask now, SandboxTask cached) {
    return now.getMetadata().getUid().equals(cached.getMetadata().getUid())
        && now.getMetadata().getDeletionTimestamp() == null;
  }

  private Progress decided(Pass pass) {
    Progress progress = walk(pass);
    if (progress instanceof Progress.Hold hold) {
      progress = steps.hold().hold(pass, hold);
    }
    return progress instanceof Progress.Stop stop ? steps.stop().stop(pass, stop) : progress;
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
    if (pass.progress() instanceof PodProgress.Held && !pass.fresh()) {
      // A plan is made again, and the informer keeps only a part of the task.
      return new Progress.Stale();
    }
    return run(phase == Phase.Stopping ? stopping(pass) : following(pass), pass);
  }

  /** As long as the task's process runs its isolation counts, whatever else is the matter. */
  private List<Step> stopping(Pass pass) {
    return pass.progress() instanceof PodProgress.Running
        ? List.of(steps.watch(), steps.stopping())
        : List.of(steps.stopping());
  }

  private List<Step> following(Pass pass) {
    return switch (pass.progress()) {
      case null -> List.of(steps.end());
      case PodProgress.Held held -> steps.release();
      case PodProgress.Unscheduled unscheduled -> List.of(steps.watch(), steps.attest());
      case PodProgress.Starting starting -> List.of(steps.watch(), steps.attest());
      case PodProgress.Probing probing -> List.of(steps.watch(), steps.attest());
      case PodProgress.ProbeFailed failed -> List.of(steps.attest());
      case PodProgress.ProbePassed passed -> List.of(steps.watch(), steps.attest());
      case PodProgress.Running running -> List.of(steps.watch(), steps.run());
      case PodProgress.Ended ended -> List.of(steps.end());
    };
  }

  /** Runs steps as long as they proceed. */
  private Progress run(List<Step> chain, Pass pass) {
    Progress progress = new Progress.Proceed();
    for (Step step : chain) {
      long start = System.nanoTime();
      MDC.put(LogKeys.STEP, step.name());
      try {
        progress = step.run(pass);
        LogKeys.about(LOG.atDebug(), pass.task()).log("{}", progress);
      } finally {
        MDC.remove(LogKeys.STEP);
      }
      metrics.step(step.name(), Duration.ofNanos(System.nanoTime() - start));
      if (!(progress instanceof Progress.Proceed)) {
        return progress;
      }
    }
    return progress;
  }
}
