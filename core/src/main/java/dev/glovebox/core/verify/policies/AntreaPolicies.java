package dev.glovebox.core.verify.policies;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * NetworkPolicy and ClusterNetworkPolicy of crd.antrea.io (v1beta1, and v1alpha1 before it). Allow
 * comes before every NetworkPolicy; Pass hands on to them; a rule without action is Allow.
 */
final class AntreaPolicies {
  private static final Set<String> SPEC =
      Set.of("tier", "priority", "appliedTo", "ingress", "egress");

  private AntreaPolicies() {}

  static Optional<Allowance> judge(PolicyTree policy) {
    PolicyTree spec = policy.at("spec").only(SPEC);
    List<PolicyTree> allowing =
        Stream.of("ingress", "egress")
            .flatMap(direction -> spec.items(direction).stream())
            .filter(AntreaPolicies::allows)
            .toList();
    if (allowing.isEmpty()) {
      return Optional.empty();
    }
    List<PodMatch> pods =
        allowing.stream().flatMap(rule -> appliedTo(spec, rule)).map(AntreaPolicies::peer).toList();
    return Optional.of(
        Allowance.of(
            // To nothing at all is not a form that Antrea accepts.
            pods.isEmpty()
                ? PodMatch.EVERY
                : pod -> pods.stream().anyMatch(match -> match.selects(pod)),
            "allows traffic (" + allowing.getFirst().path() + ")"));
  }

  private static boolean allows(PolicyTree rule) {
    return switch (rule.text("action")) {
      case "Allow", "" -> true;
      case "Drop", "Reject", "Pass" -> false;
      default ->
          throw new NotUnderstood(
              "the action \"" + rule.text("action") + "\" in " + rule.path() + ".action");
    };
  }

  private static Stream<PolicyTree> appliedTo(PolicyTree spec, PolicyTree rule) {
    List<PolicyTree> own = rule.items("appliedTo");
    return own.isEmpty() ? spec.items("appliedTo").stream() : own.stream();
  }

  private static PodMatch peer(PolicyTree peer) {
    Set<String> fields = new TreeSet<>();
    peer.node().properties().forEach(field -> fields.add(field.getKey()));
    if (Set.of("podSelector", "namespaceSelector").containsAll(fields)) {
      return AdminPolicies.podsOf(
          peer.selection("namespaceSelector"), peer.selection("podSelector"));
    }
    // Machines outside, and nodes: not pods. Groups, service accounts, services and what is new may
    // be the pod: their members are not read here.
    return Set.of("externalEntitySelector", "namespaceSelector").containsAll(fields)
            || Set.of("nodeSelector").containsAll(fields)
        ? pod -> false
        : PodMatch.EVERY;
  }
}
