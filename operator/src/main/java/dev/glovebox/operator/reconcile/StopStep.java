package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.core.plan.Names;
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
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Ends a recorded pod for a reason that is in the status already, so that whoever comes after a
 * crash knows it.
 *
 * <p>A pod on a node is told to end by its deadline and stays until the kubelet has said whether
 * the task's container ever started; only then is the pod of a refused task deleted. Deleting it at
 * once would leave nobody to ask. A pod whose isolation is in doubt while the task runs is deleted
 * at once.
 */
final class StopStep implements Step {
  private static final Set<Reason> DELETED_AT_ONCE =
      Set.of(Reason.ProofRejected, Reason.IsolationLost);

  /**
   * For what a released pod is refused when what its isolation rests on is not, or not any more, as
   * it must be.
   */
  private static final Set<Reason> OF_ISOLATION =
      EnumSet.of(
          Reason.AdmissionMutated,
          Reason.NetworkPolicyWidened,
          Reason.RuntimeClassMissing,
          Reason.RuntimeHandlerNotAllowed,
          Reason.PolicyMissing,
          Reason.PolicyViolation,
          Reason.NetworkNotEnforced,
          Reason.NodeNotCertified,
          Reason.NetworkRangesUnknown);

  /** What a pod has whose isolation is in doubt; see {@link ClusterWriter#killPod}. */
  private static final long KILL_GRACE_SECONDS = 1;

  /** The kubelet's next word comes as an event; this is for the case that it gets lost. */
  private static final Duration UNTIL_HEARD = Duration.ofSeconds(30);

  /** A pod without the task's label wakes nobody. */
  private static final Duration UNTIL_SEEN = Duration.ofSeconds(1);

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
      case PodProgress.ProbeFailed failed -> remove(pass);
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
    return neverStarts(pass, reason) ? remove(pass) : end.ended(pass, reason);
  }

  /** Whether the kubelet has said that the task's process did not start, and it never can. */
  static boolean neverStarts(Pass pass, Reason reason) {
    return switch (pass.progress()) {
      case PodProgress.ProbeFailed failed -> true;
      case PodProgress.Ended ended -> RunOutcome.of(pass.pod(), reason).phase() == Phase.Refused;
      case null -> false;
      default -> false;
    };
  }

  /** Deletes a pod that never started its task; that it did not is on record before. */
  private Progress remove(Pass pass) {
    if (pass.task().getStatus().completionTime() == null) {
      Progress recorded =
          status.write(pass, StatusDraft.unchanged(pass.task()).neverStarts(status.now()));
      if (!(recorded instanceof Progress.Proceed)) {
        return recorded;
      }
    }
    return delete(pass, Precondition.uid(pass.pod().getMetadata().getUid()));
  }

  private Progress onNode(Pass pass, Reason reason) {
    Pod pod = pass.pod();
    String uid = pod.getMetadata().getUid();
    if (pass.task().getStatus().nodeName() == null) {
      // From here on a pod that is gone may have run.
      Progress recorded =
          status.write(pass, StatusDraft.unchanged(pass.task()).node(pod.getSpec().getNodeName()));
      if (!(recorded instanceof Progress.Proceed)) {
        return recorded;
      }
    }
    if (isDeletedAtOnce(pass, reason)) {
      return pass.deletionSent() || endsWithin(KILL_GRACE_SECONDS, pod)
          ? untilHeard(pass)
          : heard(writer.killPod(pass.namespace(), pass.objectName(), uid), pass);
    }
    if (pass.deletionSent() || endsWithin(pod.getSpec().getTerminationGracePeriodSeconds(), pod)) {
      return untilHeard(pass);
    }
    if (pod.getMetadata().getDeletionTimestamp() != null) {
      // Whoever deleted it gave it more time than its task may have.
      return heard(
          writer.delete(ObjectKind.POD, pass.namespace(), pass.objectName(), Precondition.uid(uid)),
          pass);
    }
    Long deadline = pod.getSpec().getActiveDeadlineSeconds();
    if (deadline != null && deadline <= 1) {
      return untilHeard(pass);
    }
    WriteResult result = writer.endPod(pass.namespace(), pass.objectName(), uid);
    return result instanceof WriteResult.Done done
            && done.object().at("/spec/activeDeadlineSeconds").asLong() != 1
        // A webhook put it back. Then nobody can be asked.
        ? delete(pass, Precondition.uid(uid))
        : heard(result, pass);
  }

  /**
   * Whether it is being deleted, and has no more time than that. A deletion may be sent again with
   * less grace, and the user who sends the first one says how much.
   */
  private static boolean endsWithin(Long graceSeconds, Pod pod) {
    Long given = pod.getMetadata().getDeletionGracePeriodSeconds();
    return pod.getMetadata().getDeletionTimestamp() != null
        && (given == null || graceSeconds == null || given <= graceSeconds);
  }

  /**
   * A pod that is not the planned one is told to end like the others, and only as long as an init
   * container stands before the task: a kubelet that is busy starting the pod sees its deadline
   * after that one, and a deletion at once.
   */
  private static boolean isDeletedAtOnce(Pass pass, Reason reason) {
    return DELETED_AT_ONCE.contains(reason)
        || (reason == Reason.AdmissionMutated
            && (pass.progress() instanceof PodProgress.Running
                || pass.progress() instanceof PodProgress.ProbePassed
                || pass.pod().getSpec().getInitContainers().stream()
                    .allMatch(container -> "Always".equals(container.getRestartPolicy()))));
  }

  private static Precondition unchanged(Pod pod) {
    return new Precondition(pod.getMetadata().getUid(), pod.getMetadata().getResourceVersion());
  }

  private Progress delete(Pass pass, Precondition precondition) {
    if (pass.deletionSent() || pass.pod().getMetadata().getDeletionTimestamp() != null) {
      return untilHeard(pass);
    }
    return heard(
        writer.delete(ObjectKind.POD, pass.namespace(), pass.objectName(), precondition), pass);
  }

  private static Progress untilHeard(Pass pass) {
    Map<String, String> labels = pass.pod().getMetadata().getLabels();
    boolean wakesUs = labels != null && pass.uid().equals(labels.get(Names.TASK_UID_LABEL));
    return new Progress.Wait(wakesUs ? UNTIL_HEARD : UNTIL_SEEN);
  }

  private static Progress heard(WriteResult result, Pass pass) {
    return switch (result) {
      case WriteResult.Done done -> untilHeard(pass);
      case WriteResult.NotFound gone -> new Progress.Stale();
      case WriteResult.Conflict conflict -> new Progress.Stale();
      case WriteResult.AlreadyExists impossible -> new Progress.Stale();
      case WriteResult.Rejected rejected -> new Progress.Retry(rejected.message());
      case WriteResult.Unavailable unavailable -> new Progress.Retry(unavailable.message());
    };
  }

  /**
   * The pod is gone. Refused needs the kubelet's word, or that no node ever had the pod; one that
   * somebody else deleted before may have run.
   */
  private Progress gone(Pass pass, Reason reason) {
    SandboxTaskStatus known = pass.task().getStatus();
    boolean refused = reason.outcome() == Outcome.REFUSED;
    if (refused && known.completionTime() == null && known.nodeName() != null) {
      return OF_ISOLATION.contains(reason)
          ? settle(
              pass,
              Reason.IsolationLost,
              known.message()
                  + "; it was deleted before the kubelet said whether the task had started",
              Phase.Failed)
          : end.gone(pass);
    }
    return refused
        ? settle(pass, reason, known.message(), Phase.Refused)
        : end.stopped(pass, reason)
            .orElseGet(() -> settle(pass, reason, known.message(), Phase.Failed));
  }

  private Progress settle(Pass pass, Reason reason, String message, Phase phase) {
    return status.settle(
        pass,
        StatusDraft.unchanged(pass.task()).because(reason, message).ended(phase, status.now()));
  }
}
