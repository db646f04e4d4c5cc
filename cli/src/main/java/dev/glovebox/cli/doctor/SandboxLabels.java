package dev.glovebox.cli.doctor;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.core.certify.CertificationObjects;
import dev.glovebox.core.plan.Names;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What labels an object has, as far as that is known before it is made.
 *
 * @param known with their values
 * @param anyValue those that it has with a value that nobody knows yet
 * @param perhaps those that it may have, with any value
 */
record SandboxLabels(Map<String, String> known, Set<String> anyValue, Set<String> perhaps) {

  /** Of the pods, claims and NetworkPolicies of tasks under these policies. */
  static SandboxLabels of(List<SandboxPolicy> policies) {
    Set<String> perhaps = new HashSet<>();
    policies.stream()
        .map(policy -> policy.getSpec().pods())
        .filter(pods -> pods != null)
        .forEach(
            pods -> {
              if (pods.labels() != null) {
                perhaps.addAll(pods.labels().keySet());
              }
              if (pods.copyLabels() != null) {
                perhaps.addAll(pods.copyLabels());
              }
            });
    return new SandboxLabels(
        Map.of(Names.MANAGED_BY_LABEL, Names.MANAGED_BY),
        Set.of(Names.TASK_UID_LABEL, Names.TASK_LABEL),
        perhaps);
  }

  /** Of the pods and NetworkPolicies that certify nodes. */
  static SandboxLabels ofCertification() {
    return new SandboxLabels(
        Map.of(Names.MANAGED_BY_LABEL, Names.MANAGED_BY),
        Set.of(CertificationObjects.LABEL),
        Set.of());
  }

  static SandboxLabels exactly(Map<String, String> labels) {
    return new SandboxLabels(labels, Set.of(), Set.of());
  }

  /** Whether a selector may select such an object; an absent or empty one selects every object. */
  boolean mayMatch(LabelSelector selector) {
    if (selector == null) {
      return true;
    }
    Map<String, String> equal = new HashMap<>(selector.getMatchLabels());
    return equal.entrySet().stream().allMatch(one -> mayHave(one.getKey(), List.of(one.getValue())))
        && selector.getMatchExpressions().stream().allMatch(this::mayMatch);
  }

  private boolean mayMatch(LabelSelectorRequirement one) {
    String key = one.getKey();
    return switch (one.getOperator()) {
      case "In" -> mayHave(key, one.getValues());
      case "NotIn" -> !known.containsKey(key) || !one.getValues().contains(known.get(key));
      case "Exists" -> known.containsKey(key) || anyValue.contains(key) || perhaps.contains(key);
      case "DoesNotExist" -> !known.containsKey(key) && !anyValue.contains(key);
      // What is not understood is not taken for an exemption.
      default -> true;
    };
  }

  private boolean mayHave(String key, List<String> values) {
    return known.containsKey(key)
        ? values.contains(known.get(key))
        : anyValue.contains(key) || perhaps.contains(key);
  }
}
