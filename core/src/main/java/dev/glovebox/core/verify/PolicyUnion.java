package dev.glovebox.core.verify;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicySpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** NetworkPolicies only add up: one more that selects a pod can only open, never close. */
public final class PolicyUnion {
  private PolicyUnion() {}

  /**
   * A policy that opens more than ours does: it selects the pod and has an allow rule. A policy
   * that only denies is fine.
   *
   * @param podLabels labels of the pod
   * @param all every NetworkPolicy of the pod's namespace
   * @param oursName name of our policy
   * @param oursUid UID of our policy; one of that name with another UID is not ours
   * @return the name of the first such policy in alphabetical order; empty when none widens
   */
  public static Optional<String> widening(
      Map<String, String> podLabels, List<NetworkPolicy> all, String oursName, String oursUid) {
    return all.stream()
        .filter(
            policy ->
                !policy.getMetadata().getName().equals(oursName)
                    || !oursUid.equals(policy.getMetadata().getUid()))
        .filter(policy -> policy.getSpec() != null)
        .filter(policy -> selects(policy.getSpec().getPodSelector(), podLabels))
        .filter(policy -> allows(policy.getSpec()))
        .map(policy -> policy.getMetadata().getName())
        .sorted()
        .findFirst();
  }

  /**
   * Whether it has any rule of a type in force, whatever the rule's peers are today: {@code
   * ingress: [{}]} allows all, {@code ingress: []} nothing. Without policyTypes, Ingress is always
   * in force and Egress exactly when there are egress rules.
   */
  private static boolean allows(NetworkPolicySpec spec) {
    var types = spec.getPolicyTypes();
    boolean unsaid = types == null || types.isEmpty();
    boolean ingress = (unsaid || types.contains("Ingress")) && isNotEmpty(spec.getIngress());
    boolean egress = (unsaid || types.contains("Egress")) && isNotEmpty(spec.getEgress());
    return ingress || egress;
  }

  private static boolean isNotEmpty(List<?> rules) {
    return rules != null && !rules.isEmpty();
  }

  /** No selector and an empty one select every pod. */
  private static boolean selects(LabelSelector selector, Map<String, String> labels) {
    if (selector == null) {
      return true;
    }
    var exact = selector.getMatchLabels();
    var expressions = selector.getMatchExpressions();
    return (exact == null
            || exact.entrySet().stream().allMatch(e -> e.getValue().equals(labels.get(e.getKey()))))
        && (expressions == null || expressions.stream().allMatch(e -> matches(e, labels)));
  }

  private static boolean matches(LabelSelectorRequirement requirement, Map<String, String> labels) {
    var value = labels.get(requirement.getKey());
    var values = requirement.getValues();
    return switch (requirement.getOperator()) {
      case "In" -> value != null && values.contains(value);
      // A pod without the label matches too.
      case "NotIn" -> value == null || !values.contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      // Kubernetes has no other today. One that comes later may select the pod.
      default -> true;
    };
  }
}
