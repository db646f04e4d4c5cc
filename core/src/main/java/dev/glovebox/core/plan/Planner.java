package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;

/** Decides what becomes of a task. */
public final class Planner {

  private Planner() {}

  /**
   * Decides. A pure function: the same arguments give the same decision. Never throws, whatever the
   * task's spec holds: what cannot be understood is refused.
   *
   * @param task with name, namespace and UID
   * @param policy in force in the task's namespace ({@link PolicyChoice})
   * @param facts what the cluster is like
   */
  public static Decision plan(SandboxTask task, SandboxPolicy policy, Facts facts) {
    return new Refusal(Reason.InvalidSpec, "this operator does not judge tasks yet");
  }
}
