package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.Effective;
import dev.glovebox.api.v1alpha1.PolicyReference;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.core.net.BlockList;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.Map;
import java.util.TreeMap;

/** Puts a plan together from what was decided. Decides nothing itself. */
final class PlanAssembly {

  private PlanAssembly() {}

  /**
   * The plan.
   *
   * @param task metadata of the task
   * @param spec with defaults filled in, and allowed
   * @param policy with defaults filled in
   * @param blocked the built-in list and the cluster's own ranges
   */
  static Plan of(
      ObjectMeta task,
      SandboxTaskSpec spec,
      SandboxPolicySpec policy,
      PolicyReference reference,
      RuntimeSelection.Selected selected,
      Facts facts,
      BlockList blocked) {
    return new Plan(
        task.getNamespace(),
        task.getName(),
        task.getUid(),
        Names.objectName(task.getName(), task.getUid()),
        spec,
        policy,
        reference,
        selected.runtime(),
        selected.runtimeClass(),
        selected.nodes(),
        effective(spec, selected),
        PodLabels.of(policy.pods(), task.getLabels()),
        policy.images().pullSecretNames(),
        secretUids(spec, facts),
        configMapUids(spec, facts),
        EgressRules.of(spec.network(), blocked, policy.network().blockedCidrs()),
        TargetSelection.of(facts, selected.runtimeClass(), selected.nodes()),
        Certification.guestKernels(facts, selected.runtimeClass(), selected.nodes()),
        facts.platform().probeImage(),
        facts.platform().probePullPolicy(),
        Findings.of(spec));
  }

  private static Effective effective(SandboxTaskSpec spec, RuntimeSelection.Selected selected) {
    return new Effective(
        spec.resources(),
        spec.timeouts(),
        spec.ttlSecondsAfterFinished(),
        spec.runAsUser(),
        selected.runtimeClass().name(),
        null);
  }

  private static Map<String, String> secretUids(SandboxTaskSpec spec, Facts facts) {
    Map<String, String> uids = new TreeMap<>();
    for (var file : spec.secrets()) {
      if (facts.secrets().get(file.secretName()) instanceof Lookup.Found<Facts.SecretFacts> found) {
        uids.put(file.secretName(), found.value().uid());
      }
    }
    return uids;
  }

  private static Map<String, String> configMapUids(SandboxTaskSpec spec, Facts facts) {
    Map<String, String> uids = new TreeMap<>();
    for (var mount : spec.configMaps()) {
      if (facts.configMaps().get(mount.name())
          instanceof Lookup.Found<Facts.ConfigMapFacts> found) {
        uids.put(mount.name(), found.value().uid());
      }
    }
    return uids;
  }
}
