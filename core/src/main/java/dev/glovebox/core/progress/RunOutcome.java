package dev.glovebox.core.progress;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.core.reason.Reason;
import io.fabric8.kubernetes.api.model.Pod;

/**
 * How a pod ended.
 *
 * @param phase Succeeded, Failed or Refused
 * @param reason null exactly when the phase is Succeeded
 * @param exitCode of the task's process; null when it has none
 * @param message for people; empty when it succeeded
 * @param terminationMessage the task's own, cleaned; empty = none
 * @param startedAt when the task's container started, RFC 3339; null when it did not or is not
 *     known
 * @param finishedAt when it ended, RFC 3339; null when not known
 */
public record RunOutcome(
    Phase phase,
    Reason reason,
    Integer exitCode,
    String message,
    String terminationMessage,
    String startedAt,
    String finishedAt) {

  /**
   * Reads a pod that has ended or is gone.
   *
   * <p>A pod that the kubelet calls Succeeded is a success, unless its isolation or its proof did
   * not hold. Otherwise what it was stopped for decides, and without a stop what the kubelet says.
   * Refused only when the pod leaves no doubt that the task's process never started.
   *
   * @param pod as it was last seen
   * @param askedToStop why the operator stopped it (Cancelled, DeadlineExceeded, ImagePullFailed
   *     …); null when it did not
   */
  public static RunOutcome of(Pod pod, Reason askedToStop) {
    var view = PodView.of(pod);
    var process = ProcessEnd.of(view);
    boolean voided =
        askedToStop == Reason.IsolationLost
            || askedToStop == Reason.ProofRejected
            || askedToStop == Reason.AdmissionMutated;
    // A pod that went away after its process had ended well has no phase that says so.
    boolean wentWell = view.is("Succeeded") || (!view.isFinished() && askedToStop == null);
    if (wentWell && process.isSuccess() && !voided) {
      return ended(Phase.Succeeded, null, "", process);
    }
    boolean stoppedBefore = askedToStop != null && askedToStop.outcome() == Reason.Outcome.REFUSED;
    if (TaskStart.last(view, stoppedBefore) == TaskStart.NEVER) {
      var cause = askedToStop == null ? EndCause.beforeStart(view) : refused(askedToStop);
      return ended(Phase.Refused, cause.reason(), cause.message(), process);
    }
    var cause = askedToStop == null ? EndCause.ofRun(view) : stopped(askedToStop);
    return ended(Phase.Failed, cause.reason(), cause.message(), process);
  }

  private static EndCause refused(Reason asked) {
    if (asked == Reason.Cancelled) {
      return new EndCause(Reason.CancelledBeforeStart, "cancelled before it started");
    }
    // A stop that was decided for a run, and the run never came.
    return asked.outcome() == Reason.Outcome.FAILED
        ? new EndCause(Reason.SandboxStartFailed, "stopped before the task started (" + asked + ")")
        : new EndCause(asked, "stopped before the task started");
  }

  /** A task that was to be refused and may have started all the same did not end well. */
  private static EndCause stopped(Reason asked) {
    if (asked.outcome() == Reason.Outcome.FAILED) {
      return new EndCause(asked, "stopped by the operator");
    }
    if (asked == Reason.CancelledBeforeStart) {
      return new EndCause(Reason.Cancelled, "cancelled; it may have started");
    }
    if (asked == Reason.AdmissionMutated) {
      return new EndCause(
          Reason.IsolationLost, "it was not the planned pod, and the task may have started");
    }
    return new EndCause(
        Reason.PodDeleted,
        "stopped because of " + asked + "; the task may have started in the meantime");
  }

  private static RunOutcome ended(Phase phase, Reason reason, String message, ProcessEnd process) {
    return new RunOutcome(
        phase,
        reason,
        process.exitCode(),
        message,
        process.terminationMessage(),
        process.startedAt(),
        process.finishedAt());
  }
}
