package dev.glovebox.core.verify;

import dev.glovebox.core.plan.Names;
import dev.glovebox.core.verify.policies.LabelSelection;
import dev.glovebox.core.verify.policies.Opening;
import dev.glovebox.core.verify.policies.PodIdentity;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicySpec;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** NetworkPolicies only add up: one more that selects a pod can only open, never close. */
public final class PolicyUnion {
  private static final String NETWORK_POLICY = "NetworkPolicy";

  private PolicyUnion() {}

  /**
   * A policy that opens more than ours does: it selects the pod and has an allow rule. A policy
   * that only denies is fine.
   *
   * @param podLabels labels of the pod
   * @param all every NetworkPolicy of the pod's namespace
   * @param oursName name of our policy
   * @param oursUid UID of our policy; one of that name with another UID is not ours
   * @return the first such policy in alphabetical order; empty when none widens
   */
  public static Optional<Opening> widening(
      Map<String, String> podLabels, List<NetworkPolicy> all, String oursName, String oursUid) {
    return all.stream()
        .flatMap(policy -> opening(policy).stream())
        .filter(opening -> opening.selects(pod(opening.namespace(), podLabels)))
        .filter(opening -> !isOurs(opening, oursName, oursUid))
        .min(Comparator.comparing(Opening::name));
  }

  /**
   * The same from openings of any kinds.
   *
   * @param oursName name of our NetworkPolicy
   * @param oursUid UID of our NetworkPolicy
   * @return the first that is not ours and selects the pod, by kind, namespace and name
   */
  public static Optional<Opening> widening(
      PodIdentity pod, Collection<Opening> openings, String oursName, String oursUid) {
    return openings.stream()
        .filter(opening -> opening.selects(pod))
        .filter(opening -> !isOurs(opening, oursName, oursUid))
        .min(Comparator.comparing(Opening::message));
  }

  /**
   * What a NetworkPolicy allows, and whom.
   *
   * @return empty when it has no allow rule of a type that is in force
   */
  public static Optional<Opening> opening(NetworkPolicy policy) {
    if (policy.getSpec() == null || !allows(policy.getSpec())) {
      return Optional.empty();
    }
    var metadata = policy.getMetadata();
    var selection = LabelSelection.of(policy.getSpec().getPodSelector());
    return Optional.of(
        new Opening(
            NETWORK_POLICY,
            metadata.getNamespace(),
            metadata.getName(),
            metadata.getUid(),
            pod -> selection.selects(pod.labels()),
            selection.exact(),
            "allows traffic",
            "add to its podSelector.matchExpressions: {key: "
                + Names.TASK_UID_LABEL
                + ", operator: DoesNotExist}"));
  }

  private static boolean isOurs(Opening opening, String name, String uid) {
    return opening.kind().equals(NETWORK_POLICY)
        && opening.name().equals(name)
        && uid.equals(opening.uid());
  }

  private static PodIdentity pod(String namespace, Map<String, String> labels) {
    return new PodIdentity(namespace, Map.of(), labels);
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
}
