package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.core.progress.PodProgress;
import dev.glovebox.core.progress.RunOutcome;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.core.reason.Reason.Outcome;
import dev.glovebox.operator.status.Phases;
import dev.glovebox.operator.status.StatusDraft;
import dev.glovebox.operator.write.ClusterWriter;
import dev.glovebox.operator.write.ClusterWriter.Precondition;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.Set;

/**
 * Ends a recorded pod for a reason that is in the status already, so that whoever comes after a
 * crash knows it.
 *
 * <p>A pod on a node is told to end by its deadline and stays until the kubelet has said whether
 * the task's container ever started; only then is the pod of a refused task deleted. Deleting it at
 * once would leave nobody to ask. A pod whose isolation is in doubt is deleted at once.
 */
final class StopStep implements Step {
  private static final Set<Reason> DELETED_AT_ONCE =
      Set.of(Reason.ProofRejected, Reason.IsolationLost, Reason.AdmissionMutated);

  /** The kubelet's next word comes as an event; this is for the case that it gets lost. */
  private static final Duration UNTIL_HEARD = Duration.ofSeconds(30);

  private final ClusterWriter writer;
  private final TaskStatus status;
  private final EndStep end;

  StopStep(ClusterWriter writer, TaskStatus status, EndStep end) {
    this.writer = writer;
    this.status = status;
    this.end = end;
  }

  @Override
  public Progress run(Pass pass) {
    Reason reason =
        Phases.reason(pass.task())
            .orElseThrow(() -> new IllegalStateException("Stopping without a known reason"));
    Pod pod = pass.pod();
    if (pod == null) {
      return gone(pass, reason);
    }
    return switch (pass.progress()) {
      case PodProgress.ProbeFailed failed ->
          delete(pass, Precondition.uid(pod.getMetadata().getUid()));
      case PodProgress.Ended ended -> ended(pass, reason);
      // Only as long as nothing has changed, so that no node has it: then it goes at once, and
      // certainly never ran. A release whose answer was lost may still be on its way.
      case PodProgress.Held held -> delete(pass, unchanged(pod));
      case PodProgress.Unscheduled unscheduled -> delete(pass, unchanged(pod));
      case PodProgress.Starting starting -> onNode(pass, reason);
      case PodProgress.Probing probing -> onNode(pass, reason);
      case PodProgress.ProbePassed passed -> onNode(pass, reason);
      case PodProgress.Running running -> onNode(pass, reason);
    };
  }

  /** The kubelet has spoken: either the pod leaves no doubt that nothing ran, or it may have. */
  private Progress ended(Pass pass, Reason reason) {
    return RunOutcome.of(pass.pod(), reason).phase() == Phase.Refused
        ? delete(pass, Precondition.uid(pass.pod().getMetadata().getUid()))
        : end.ended(pass, reason);
  }

  private Progress onNode(Pass pass, Reason reason) {
    Pod pod = pass.pod();
    String uid = pod.getMetadata().getUid();
    if (DELETED_AT_ONCE.contains(reason)) {
      return delete(pass, Precondition.uid(uid));
    }
    Long deadline = pod.getSpec().getActiveDeadlineSeconds();
    if ((deadline != null && deadline <= 1) || pod.getMetadata().getDeletionTimestamp() != null) {
      return new Progress.Wait(UNTIL_HEARD);
    }
    return heard(writer.endPod(pass.namespace(), pass.objectName(), uid));
  }

  private static Precondition unchanged(Pod pod) {
    return new Precondition(pod.getMetadata().getUid(), pod.getMetadata().getResourceVersion());
  }

  private Progress delete(Pass pass, Precondition precondition) {
    if (pass.pod().getMetadata().getDeletionTimestamp() != null) {
      return new Progress.Wait(UNTIL_HEARD);
    }
    return heard(writer.delete(ObjectKind.POD, pass.namespace(), pass.objectName(), precondition));
  }

  private static Progress heard(WriteResult result) {
    return switch (result) {
      case WriteResult.Done done -> new Progress.Wait(UNTIL_HEARD);
      case WriteResult.NotFound gone -> new Progress.Stale();
      case WriteResult.Conflict conflict -> new Progress.Stale();
      case WriteResult.AlreadyExists impossible -> new Progress.Stale();
      case WriteResult.Rejected rejected -> new Progress.Retry(rejected.message());
      case WriteResult.Unavailable unavailable -> new Progress.Retry(unavailable.message());
    };
  }

  /** The pod was deleted, after the kubelet's word or before any node had it, or for its reason. */
  private Progress gone(Pass pass, Reason reason) {
    Phase phase = reason.outcome() == Outcome.REFUSED ? Phase.Refused : Phase.Failed;
    return status.settle(
        pass,
        StatusDraft.unchanged(pass.task())
            .because(reason, pass.task().getStatus().message())
            .ended(phase, status.now()));
  }
}
