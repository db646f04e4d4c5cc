package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.AllowedRuntime;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTask;
import java.util.List;

/** What a task would have certified, so that nodes are certified when tasks want them. */
public final class RuntimeDemand {

  private RuntimeDemand() {}

  /**
   * A class that a task may run under.
   *
   * @param runtime the policy's entry
   * @param usable nodes that have the handler, are ready and match the selectors, sorted by name;
   *     may be empty
   */
  public record Wanted(
      AllowedRuntime runtime, Facts.RuntimeClassFacts runtimeClass, List<Facts.NodeFacts> usable) {}

  /**
   * The classes that a task may run under, in its order of preference. For tasks that nothing but
   * the cluster keeps from running: the planner's other refusals need no certificate.
   *
   * @param task with a spec that the planner did not refuse
   */
  public static List<Wanted> of(SandboxTask task, SandboxPolicy policy, Facts facts) {
    SandboxPolicySpec filled = PolicyDefaults.fill(policy.getSpec());
    return RuntimeSelection.demand(
        TaskDefaults.fill(task.getSpec(), filled).runtimes(), filled, facts);
  }
}
