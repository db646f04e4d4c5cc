package dev.glovebox.operator.reconcile;

import dev.glovebox.core.plan.Refusal;
import dev.glovebox.core.plan.Waiting;
import dev.glovebox.core.reason.Reason;
import java.time.Duration;
import java.util.List;

/** How to go on after a step. */
public sealed interface Progress {

  /** On to the next step, in this pass. */
  record Proceed() implements Progress {}

  /** Nothing to do until something happens. */
  record Settled() implements Progress {}

  /** Something is under way; look again when it happens, and not later than after this time. */
  record Wait(Duration atMost) implements Progress {}

  /** The world is not the one that this pass decided on; look again at once. */
  record Stale() implements Progress {}

  /** The API server could not be used; try again with growing pauses. */
  record Retry(String why) implements Progress {}

  /**
   * The cluster is not ready for this task. Shown in the status when it lasts, and the reason of
   * the refusal when {@code patience} or {@code provisionSeconds} ends first.
   *
   * @param patience from the task's creation; null = provisionSeconds
   */
  record Hold(Waiting waiting, Duration patience) implements Progress {}

  /**
   * The task must not go on.
   *
   * @param failedChecks of an AttestationFailed or ProofRejected; otherwise empty
   */
  record Stop(Reason reason, String message, List<String> failedChecks) implements Progress {
    static Stop of(Reason reason, String message) {
      return new Stop(reason, message, List.of());
    }

    static Stop of(Refusal refusal) {
      return of(refusal.reason(), refusal.message());
    }
  }
}
