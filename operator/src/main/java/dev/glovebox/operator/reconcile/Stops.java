package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.core.progress.PodProgress;
import dev.glovebox.operator.status.StatusDraft;

/**
 * A step said that the task must not go on. With no pod on record it is refused at once; otherwise
 * the reason is recorded first, and then the pod is ended.
 */
final class Stops {
  private final TaskStatus status;
  private final Proof proof;
  private final RefuseStep refuse;
  private final StopStep stopping;

  Stops(TaskStatus status, Proof proof, RefuseStep refuse, StopStep stopping) {
    this.status = status;
    this.proof = proof;
    this.refuse = refuse;
    this.stopping = stopping;
  }

  Progress stop(Pass pass, Progress.Stop stop) {
    if (pass.recordedPod().isEmpty()) {
      return refuse.refuse(pass, stop);
    }
    StatusDraft draft =
        StatusDraft.of(pass.task())
            .phase(Phase.Stopping)
            .because(stop.reason(), stop.message())
            .failedChecks(stop.failedChecks());
    if (pass.progress() instanceof PodProgress.ProbeFailed failed) {
      draft.node(pass.pod().getSpec().getNodeName());
      proof
          .evidence(pass, failed.terminationMessage())
          .ifPresent(seen -> draft.evidence(seen.isolation()));
    }
    Progress recorded = status.write(pass, draft);
    return recorded instanceof Progress.Proceed ? stopping.run(pass) : recorded;
  }
}
