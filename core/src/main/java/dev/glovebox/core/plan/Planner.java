package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.DesiredState;
import dev.glovebox.api.v1alpha1.Network;
import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.PolicyReference;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.core.reason.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides what becomes of a task. Refusals come in a fixed order of precedence: spec, policy,
 * runtime class, node, storage, secrets. What may still change by itself is waited for, and only
 * when nothing is final.
 */
public final class Planner {

  private final SandboxTask task;
  private final SandboxPolicySpec policy;
  private final PolicyReference reference;
  private final Facts facts;
  private final ClusterRanges ranges;

  private Planner(SandboxTask task, SandboxPolicy policy, Facts facts) {
    this.task = task;
    this.policy = PolicyDefaults.fill(policy.getSpec());
    this.reference =
        new PolicyReference(policy.getMetadata().getName(), policy.getMetadata().getGeneration());
    this.facts = facts;
    this.ranges = grantsNetwork(task) ? ClusterRanges.of(facts) : ClusterRanges.builtIn();
  }

  /**
   * Decides. A pure function: the same arguments give the same decision. Never throws, whatever the
   * task's spec holds: what cannot be understood is refused.
   *
   * @param task with name, namespace and UID
   * @param policy in force in the task's namespace ({@link PolicyChoice})
   * @param facts what the cluster is like
   */
  public static Decision plan(SandboxTask task, SandboxPolicy policy, Facts facts) {
    return new Planner(task, policy, facts).decide();
  }

  private Decision decide() {
    if (cancelled()) {
      return new Refusal(
          Reason.CancelledBeforeStart,
          "cancelled (spec.desiredState) before the task's process started");
    }
    List<Refusal> bySpec = SpecRules.problems(task, facts.namespace(), ranges.blocked());
    if (!bySpec.isEmpty()) {
      return Refusal.of(bySpec);
    }
    SandboxTaskSpec spec = TaskDefaults.fill(task.getSpec(), policy);
    List<String> byPolicy = PolicyRules.problems(spec, policy, reference.name());
    if (!byPolicy.isEmpty()) {
      return new Refusal(Reason.PolicyViolation, Text.joined(byPolicy));
    }
    return choose(spec);
  }

  private Decision choose(SandboxTaskSpec spec) {
    Optional<Decision> account = PullSecrets.problem(policy, reference.name(), facts);
    if (account.isPresent() && account.get() instanceof Refusal refusal) {
      return refusal;
    }
    RuntimeSelection.Result runtime =
        RuntimeSelection.select(spec.runtimes(), policy, reference.name(), facts);
    if (runtime instanceof RuntimeSelection.Unavailable unavailable
        && unavailable.decision() instanceof Refusal refusal) {
      return refusal;
    }
    List<Refusal> byCluster = new ArrayList<>();
    byCluster.addAll(StorageSelection.problems(spec, facts.storageClasses()));
    byCluster.addAll(SecretRules.problems(spec, facts.secrets(), facts.configMaps()));
    rangesUnknown(spec).ifPresent(byCluster::add);
    if (!byCluster.isEmpty()) {
      return Refusal.of(byCluster);
    }
    List<Decision> waits = new ArrayList<>();
    quota().ifPresent(waits::add);
    account.ifPresent(waits::add);
    if (runtime instanceof RuntimeSelection.Unavailable unavailable) {
      waits.add(unavailable.decision());
    }
    return waits.isEmpty()
        ? PlanAssembly.of(
            task.getMetadata(),
            spec,
            policy,
            reference,
            (RuntimeSelection.Selected) runtime,
            facts,
            ranges.blocked())
        : waits.getFirst();
  }

  private static boolean grantsNetwork(SandboxTask task) {
    Network network = task.getSpec() == null ? null : task.getSpec().network();
    return network != null && network.mode() != null && network.mode() != NetworkMode.None;
  }

  private boolean cancelled() {
    return task.getSpec() != null && task.getSpec().desiredState() == DesiredState.Cancelled;
  }

  /** Where the cluster's own ranges matter, one that is not known cannot be left out. */
  private Optional<Refusal> rangesUnknown(SandboxTaskSpec spec) {
    NetworkMode mode = spec.network().mode();
    List<String> unknown = new ArrayList<>();
    if (mode != NetworkMode.None) {
      unknown.addAll(ranges.unreadable());
    }
    if (mode == NetworkMode.Internet) {
      unknown.addAll(facts.network().missing());
    }
    return unknown.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                Reason.NetworkRangesUnknown,
                "spec.network.mode: %s needs the cluster's own ranges, and these are not known: %s; the"
                        .formatted(mode, Text.joined(unknown))
                    + " platform team gives them in the chart's values"));
  }

  private Optional<Waiting> quota() {
    int most = policy.maxActiveTasksPerNamespace();
    return facts.activeTasks() < most
        ? Optional.empty()
        : Optional.of(
            new Waiting(
                Reason.QuotaExceeded,
                "namespace %s has %d unfinished tasks before this one, and SandboxPolicy \"%s\" allows %d"
                        .formatted(
                            facts.namespace().name(), facts.activeTasks(), reference.name(), most)
                    + " (spec.maxActiveTasksPerNamespace)"));
  }
}
