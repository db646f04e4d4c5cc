package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.Effective;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.core.reason.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether the SandboxPolicy that is in force now still admits a task that was released before. */
public final class PolicyInForce {
  private PolicyInForce() {}

  /**
   * Why it does not. An edit that still admits what the task has changes nothing.
   *
   * @param task with {@code status.effective}
   * @param handler handler of the runtime that the task runs on; null when it is not known yet
   * @param policies every SandboxPolicy, by name
   * @return PolicyMissing or PolicyViolation; empty when the task is still admitted
   */
  public static Optional<Refusal> refusal(
      SandboxTask task,
      String handler,
      Facts.NamespaceFacts namespace,
      Map<String, SandboxPolicy> policies) {
    return switch (PolicyChoice.choose(namespace, policies)) {
      case PolicyChoice.Missing missing -> Optional.of(missing.refusal());
      case PolicyChoice.Chosen chosen -> {
        List<String> problems = problems(task, handler, chosen.policy());
        yield problems.isEmpty()
            ? Optional.empty()
            : Optional.of(new Refusal(Reason.PolicyViolation, Text.joined(problems)));
      }
    };
  }

  private static List<String> problems(SandboxTask task, String handler, SandboxPolicy now) {
    SandboxPolicySpec policy = PolicyDefaults.fill(now.getSpec());
    SandboxTaskSpec spec =
        TaskDefaults.fill(inEffect(task.getSpec(), task.getStatus().effective()), policy);
    String name = now.getMetadata().getName();
    List<String> problems = new ArrayList<>(PolicyRules.withdrawn(spec, policy, name));
    boolean known = handler != null && !handler.isEmpty();
    if (known
        && policy.runtimes().stream()
            .filter(allowed -> spec.runtimes().contains(allowed.runtimeClassName()))
            .noneMatch(allowed -> allowed.handlers().contains(handler))) {
      problems.add(
          "SandboxPolicy \"%s\" does not allow the handler %s any more (spec.runtimes)"
              .formatted(name, Text.quoted(handler)));
    }
    return problems;
  }

  /** What an earlier policy gave stays: this one's defaults are for other tasks. */
  private static SandboxTaskSpec inEffect(SandboxTaskSpec spec, Effective effective) {
    return new SandboxTaskSpec(
        spec.image(),
        spec.command(),
        spec.args(),
        spec.workingDir(),
        spec.env(),
        spec.secrets(),
        spec.configMaps(),
        List.of(effective.runtimeClassName()),
        effective.runAsUser(),
        effective.resources(),
        spec.workspace(),
        spec.network(),
        effective.timeouts(),
        spec.terminationGracePeriodSeconds(),
        effective.ttlSecondsAfterFinished(),
        spec.desiredState(),
        spec.dangerouslyAllow());
  }
}
