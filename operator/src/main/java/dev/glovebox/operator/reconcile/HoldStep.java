package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.operator.status.StatusDraft;
import java.time.Duration;

/**
 * What happens to a task for which the cluster is not ready: it waits, visibly, but not for ever.
 */
final class HoldStep {
  /** A wait that is over sooner is not worth a write. */
  private static final Duration UNSAID = Duration.ofSeconds(2);

  private static final Duration LOOK_OFTEN = Duration.ofMillis(500);
  private static final Duration LOOK_SELDOM = Duration.ofSeconds(10);

  private final TaskStatus status;

  HoldStep(TaskStatus status) {
    this.status = status;
  }

  /** Waits, or says that it took too long. */
  Progress hold(Pass pass, Progress.Hold hold) {
    Duration waited = Duration.between(pass.created(), pass.now());
    Duration limit = hold.patience() == null ? Limits.provision(pass) : hold.patience();
    if (waited.compareTo(limit) >= 0) {
      return Progress.Stop.of(
          hold.waiting().refusal(),
          "%s; still so after %d s".formatted(hold.waiting().message(), limit.toSeconds()));
    }
    if (waited.compareTo(UNSAID) < 0) {
      return new Progress.Wait(LOOK_OFTEN);
    }
    Phase phase = pass.recordedPod().isPresent() ? Phase.Provisioning : Phase.Pending;
    Progress progress =
        status.write(
            pass,
            StatusDraft.of(pass.task())
                .phase(phase)
                .because(hold.waiting().reason(), hold.waiting().message()));
    return progress instanceof Progress.Proceed
        ? new Progress.Wait(pause(waited, limit.minus(waited)))
        : progress;
  }

  /**
   * The longer it lasts the less often it is looked at, so that a thousand waiting tasks are cheap.
   */
  private static Duration pause(Duration waited, Duration left) {
    Duration pause = waited.dividedBy(8);
    pause = pause.compareTo(LOOK_OFTEN) < 0 ? LOOK_OFTEN : pause;
    pause = pause.compareTo(LOOK_SELDOM) > 0 ? LOOK_SELDOM : pause;
    return pause.compareTo(left) > 0 ? left : pause;
  }
}
