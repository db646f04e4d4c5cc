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
@SuppressWarnings("DoNotCallSuggester")
public record RunOutcome(
    Phase phase,
    Reason reason,
    Integer exitCode,
    String message,
    String terminationMessage,
    String startedAt,
    String finishedAt) {
  /**
   * Reads a pod that has ended.
   *
   * @param askedToStop why the operator stopped it (Cancelled, DeadlineExceeded, IsolationLost …);
   *     null when it did not. An exit code 0 that came first stays a success.
   */
  public static RunOutcome of(Pod pod, Reason askedToStop) {
    if (pod.getStatus() == null) {
      throw new IllegalArgumentException("a pod without status has not ended");
    }
    throw new UnsupportedOperationException("in work");
  }
}
