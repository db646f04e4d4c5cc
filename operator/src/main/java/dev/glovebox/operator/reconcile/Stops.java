package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.core.progress.PodProgress;
import dev.glovebox.operator.status.StatusDraft;
import java.util.Optional;

/**
 * A step said that the task must not go on. With no pod that could run it is refused at once;
 * otherwise the reason is recorded first, and then the pod is ended.
 */
final class Stops {
  private final TaskStatus status;
  private final Proof proof;
  private final RefuseStep refuse;
  private final StopStep stopping;
  private final Kill kill;

  Stops(TaskStatus status, Proof proof, RefuseStep refuse, StopStep stopping, Kill kill) {
    this.status = status;
    this.proof = proof;
    this.refuse = refuse;
    this.stopping = stopping;
    this.kill = kill;
  }

  Progress stop(Pass pass, Progress.Stop stop) {
    StatusDraft draft = StatusDraft.of(pass.task());
    if (pass.recordedPod().isEmpty()) {
      Progress refused = refuse.refuse(pass, stop);
      if (!(refused instanceof Progress.Stop)) {
        return refused;
      }
      // Nothing holds the pod although nobody released it: it goes on record like one that was.
      if (pass.plan() != null) {
        draft.plan(pass.plan());
      }
      draft.pod(pass.objectName(), pass.pod().getMetadata().getUid(), status.now());
    }
    draft
        .phase(Phase.Stopping)
        .because(stop.reason(), stop.message())
        .failedChecks(stop.failedChecks());
    if (StopStep.neverStarts(pass, stop.reason())) {
      draft.neverStarts(status.now());
    }
    probeMessage(pass)
        .flatMap(message -> proof.evidence(pass, message))
        .ifPresent(seen -> draft.evidence(seen.isolation()));
    if (pass.pod() != null) {
      draft.node(pass.pod().getSpec().getNodeName());
    }
    Progress recorded =
        pass.lost().isEmpty()
            ? status.write(pass, draft)
            : kill.recordThenKill(pass, pass.lost().get(), () -> status.write(pass, draft));
    return recorded instanceof Progress.Proceed ? stopping.run(pass) : recorded;
  }

  /** What a probe that did not pass said; what it saw is worth showing. */
  private static Optional<String> probeMessage(Pass pass) {
    return switch (pass.progress()) {
      case PodProgress.ProbeFailed failed -> Optional.of(failed.terminationMessage());
      case PodProgress.Ended ended -> Optional.of(ended.probeTerminationMessage());
      case null -> Optional.empty();
      default -> Optional.empty();
    };
  }
}
