package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.progress.PodProgress;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.operator.observe.TaskMetrics;
import dev.glovebox.operator.status.StatusDraft;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The task's own process runs: its proof is checked and shown, its deadline and a cancellation are
 * kept. What could take its isolation away is watched by {@link WatchStep}.
 */
final class RunStep implements Step {
  private static final Duration UNTIL_HEARD = Duration.ofSeconds(30);

  private final TaskStatus status;
  private final Proof proof;
  private final TaskMetrics metrics;

  RunStep(TaskStatus status, Proof proof, TaskMetrics metrics) {
    this.status = status;
    this.proof = proof;
    this.metrics = metrics;
  }

  @Override
  public Progress run(Pass pass) {
    var running = (PodProgress.Running) pass.progress();
    if (hasEnded(pass.pod())) {
      // The kubelet reports the container's end a moment before the pod's, which says why.
      return new Progress.Wait(UNTIL_HEARD);
    }
    Progress shown = show(pass, running);
    if (!(shown instanceof Progress.Proceed)) {
      return shown;
    }
    if (pass.cancelled()) {
      return Progress.Stop.of(Reason.Cancelled, "spec.desiredState became Cancelled");
    }
    Duration limit = Limits.run(pass);
    Instant deadline = Instant.parse(running.startedAt()).plus(limit);
    Duration left = Duration.between(pass.now(), deadline);
    return left.isPositive()
        ? new Progress.Wait(left)
        : Progress.Stop.of(
            Reason.DeadlineExceeded,
            "it ran for longer than timeouts.runSeconds (%d)".formatted(limit.toSeconds()));
  }

  private Progress show(Pass pass, PodProgress.Running running) {
    if (pass.task().getStatus().phase() == Phase.Running) {
      return new Progress.Proceed();
    }
    return switch (proof.check(pass, running.probeTerminationMessage())) {
      case Proof.Unread unread -> new Progress.Retry(unread.why());
      case Proof.Broken broken ->
          new Progress.Stop(Reason.ProofRejected, broken.why(), broken.failedChecks());
      case Proof.Holds holds -> {
        Progress written =
            status.announce(
                pass,
                proof
                    .show(StatusDraft.of(pass.task()), pass, holds)
                    .phase(Phase.Running)
                    .running(running.startedAt(), imageId(pass.pod())),
                "Running",
                "isolation proved from inside; the task's process runs");
        if (written instanceof Progress.Proceed) {
          metrics.provedToRunning(
              Duration.between(
                  Instant.parse(holds.provedAt()), Instant.parse(running.startedAt())));
        }
        yield written;
      }
    };
  }

  /** Whether the kubelet has said that the task's container ended. */
  static boolean hasEnded(Pod pod) {
    return task(pod).map(container -> container.getState().getTerminated() != null).orElse(false);
  }

  private static Optional<ContainerStatus> task(Pod pod) {
    return pod.getStatus().getContainerStatuses().stream()
        .filter(container -> container.getName().equals(Names.TASK_CONTAINER))
        .findFirst();
  }

  /** Image that the task's container runs, by the kubelet's word; null when it does not say. */
  static String imageId(Pod pod) {
    return task(pod).map(ContainerStatus::getImageID).filter(id -> !id.isEmpty()).orElse(null);
  }
}
