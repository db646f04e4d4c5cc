package dev.glovebox.core.verify.policies;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * CiliumNetworkPolicy and CiliumClusterwideNetworkPolicy (cilium.io/v2). Each has {@code spec} or a
 * list {@code specs}; rules in {@code ingress} and {@code egress} allow, those in {@code
 * ingressDeny} and {@code egressDeny} only deny, and an empty rule allows nothing (Cilium's idiom
 * for default deny).
 */
final class CiliumPolicies {
  private static final Set<String> SPEC =
      Set.of(
          "endpointSelector",
          "nodeSelector",
          "ingress",
          "ingressDeny",
          "egress",
          "egressDeny",
          "enableDefaultDeny",
          "labels",
          "log",
          "description");

  private static final String NAMESPACE = "io.kubernetes.pod.namespace";
  private static final String NAMESPACE_LABEL = "io.cilium.k8s.namespace.labels.";

  private CiliumPolicies() {}

  static Optional<Allowance> judge(PolicyTree policy) {
    List<PolicyTree> specs = new ArrayList<>(policy.items("specs"));
    if (policy.has("spec")) {
      specs.add(policy.at("spec"));
    }
    List<PodMatch> pods = new ArrayList<>();
    String where = "";
    for (PolicyTree spec : specs) {
      spec.only(SPEC);
      if (spec.has("endpointSelector") == spec.has("nodeSelector")) {
        throw new NotUnderstood(
            spec.path() + ", which is not for one of endpointSelector and nodeSelector");
      }
      // Rules of a nodeSelector are for hosts, not pods.
      if (spec.has("endpointSelector") && (allows(spec, "ingress") || allows(spec, "egress"))) {
        pods.add(endpoints(spec.selection("endpointSelector")));
        where = spec.path();
      }
    }
    return pods.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Allowance.of(
                pod -> pods.stream().anyMatch(match -> match.selects(pod)),
                "allows traffic (" + where + ")"));
  }

  private static boolean allows(PolicyTree spec, String direction) {
    return spec.items(direction).stream().anyMatch(rule -> !rule.isEmpty());
  }

  private static PodMatch endpoints(LabelSelection selector) {
    return pod ->
        selector.exact().entrySet().stream()
                .allMatch(e -> may(pod, e.getKey(), "In", Set.of(e.getValue())))
            && selector.expressions().stream()
                .allMatch(e -> may(pod, e.key(), e.operator(), e.values()));
  }

  /** Whether a requirement holds for the pod, or may. Keys have a source in front, or none. */
  private static boolean may(PodIdentity pod, String key, String operator, Set<String> values) {
    String name = key.replaceFirst("^(k8s|any):", "");
    var requirement = new LabelSelection.Requirement(name, operator, values);
    if (name.equals(NAMESPACE)) {
      return requirement.holds(pod.namespace());
    }
    if (name.startsWith(NAMESPACE_LABEL)) {
      String label = name.substring(NAMESPACE_LABEL.length());
      return pod.isInNamespace(labels -> mayHold(requirement, labels, label));
    }
    // Other sources (reserved:, container:) and what Cilium itself adds (service account, cluster).
    return name.contains(":")
        || name.startsWith("io.cilium.")
        || mayHold(requirement, pod.labels(), name);
  }

  /**
   * Cilium may be set up to see a part of the labels only (its option {@code labels}, usual in
   * large clusters). So a label that a pod lacks excludes it; a label that a pod has does not: for
   * Cilium it may not be there, and NotIn and DoesNotExist hold then.
   */
  private static boolean mayHold(
      LabelSelection.Requirement requirement, Map<String, String> labels, String label) {
    return requirement.holds(labels.get(label)) || requirement.holds(null);
  }
}
