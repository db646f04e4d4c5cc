package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.Effective;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.Timeouts;
import java.time.Duration;

/**
 * Time limits of a task: those in force, and until a plan has put any in force, those asked for.
 */
final class Limits {
  /** For a task that is refused or waits before a policy could give it a limit. */
  private static final int PROVISION_SECONDS = 300;

  private static final int TTL_SECONDS = 3600;

  private Limits() {}

  /** From the task's creation until its process must run. */
  static Duration provision(Pass pass) {
    Timeouts timeouts = timeouts(pass);
    Integer seconds = timeouts == null ? null : timeouts.provisionSeconds();
    return Duration.ofSeconds(seconds == null ? PROVISION_SECONDS : seconds);
  }

  /**
   * How long the task's process may run.
   *
   * @throws IllegalStateException when the status does not say: a released pod has a recorded limit
   */
  static Duration run(Pass pass) {
    Effective effective = effective(pass);
    if (effective == null
        || effective.timeouts() == null
        || effective.timeouts().runSeconds() == null) {
      throw new IllegalStateException("status.effective.timeouts.runSeconds is missing");
    }
    return Duration.ofSeconds(effective.timeouts().runSeconds());
  }

  /** How long an ended task is kept. */
  static Duration ttl(SandboxTask task) {
    Effective effective = task.getStatus() == null ? null : task.getStatus().effective();
    Integer seconds = effective == null ? null : effective.ttlSecondsAfterFinished();
    if (seconds == null) {
      seconds = task.getSpec().ttlSecondsAfterFinished();
    }
    return Duration.ofSeconds(seconds == null ? TTL_SECONDS : seconds);
  }

  private static Timeouts timeouts(Pass pass) {
    Effective effective = effective(pass);
    return effective != null && effective.timeouts() != null
        ? effective.timeouts()
        : pass.task().getSpec().timeouts();
  }

  private static Effective effective(Pass pass) {
    Effective recorded =
        pass.task().getStatus() == null ? null : pass.task().getStatus().effective();
    return recorded == null && pass.plan() != null ? pass.plan().effective() : recorded;
  }
}
