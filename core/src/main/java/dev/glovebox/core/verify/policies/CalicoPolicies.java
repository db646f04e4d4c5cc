package dev.glovebox.core.verify.policies;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * NetworkPolicy and GlobalNetworkPolicy of Calico, as kept (crd.projectcalico.org/v1) and as served
 * by its own API server (projectcalico.org/v3).
 *
 * <p>Pass ends the tier that the policy is in. In the tier "default", where NetworkPolicies are
 * too, that jumps over ours to the namespace's profile, which allows everything; so there it counts
 * as allowing.
 */
final class CalicoPolicies {
  private static final Set<String> SPEC =
      Set.of(
          "tier",
          "order",
          "selector",
          "namespaceSelector",
          "serviceAccountSelector",
          "types",
          "ingress",
          "egress",
          "applyOnForward",
          "preDNAT",
          "doNotTrack",
          "performanceHints");

  private CalicoPolicies() {}

  static Optional<Allowance> judge(PolicyTree policy) {
    PolicyTree spec = policy.at("spec").only(SPEC);
    String tier = spec.text("tier");
    boolean passOpens = tier.isEmpty() || tier.equals("default");
    List<PolicyTree> allowing =
        Stream.of("ingress", "egress")
            .flatMap(direction -> spec.items(direction).stream())
            .filter(rule -> allows(rule, passOpens))
            .toList();
    if (allowing.isEmpty()) {
      return Optional.empty();
    }
    // serviceAccountSelector could only take pods out; it is not read.
    CalicoSelector pods = CalicoSelector.parse(spec.text("selector"));
    CalicoSelector namespaces = CalicoSelector.parse(spec.text("namespaceSelector"));
    return Optional.of(
        Allowance.of(
            pod -> pods.maySelect(ofPod(pod)) && namespaces.maySelect(ofNamespace(pod)),
            "allows traffic (" + allowing.getFirst().path() + ")"));
  }

  private static boolean allows(PolicyTree rule, boolean passOpens) {
    return switch (rule.text("action")) {
      case "Allow" -> true;
      case "Deny", "Log" -> false;
      case "Pass" -> passOpens;
      default ->
          throw new NotUnderstood(
              "the action \"" + rule.text("action") + "\" in " + rule.path() + ".action");
    };
  }

  private static CalicoSelector.Labels ofPod(PodIdentity pod) {
    Map<String, String> labels = new HashMap<>(pod.labels());
    labels.put("projectcalico.org/namespace", pod.namespace());
    if (pod.namespaceLabels() != null) {
      pod.namespaceLabels().forEach((key, value) -> labels.put("pcns." + key, value));
    }
    return new CalicoSelector.Labels(
        labels,
        key ->
            key.startsWith("pcsa.")
                || (key.startsWith("pcns.") && pod.namespaceLabels() == null)
                || (key.startsWith("projectcalico.org/") && !labels.containsKey(key)));
  }

  private static CalicoSelector.Labels ofNamespace(PodIdentity pod) {
    Map<String, String> labels =
        new HashMap<>(pod.namespaceLabels() == null ? Map.of() : pod.namespaceLabels());
    labels.put("projectcalico.org/name", pod.namespace());
    return new CalicoSelector.Labels(
        labels,
        key ->
            !labels.containsKey(key)
                && (pod.namespaceLabels() == null || key.startsWith("projectcalico.org/")));
  }
}
