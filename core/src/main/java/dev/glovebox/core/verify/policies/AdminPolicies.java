package dev.glovebox.core.verify.policies;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Kinds of policy.networking.k8s.io: AdminNetworkPolicy and BaselineAdminNetworkPolicy (v1alpha1:
 * Allow, Deny, Pass), ClusterNetworkPolicy (v1alpha2: Accept, Deny, Pass). Pass hands on to
 * NetworkPolicy, which is ours.
 *
 * <p>A baseline rule has no effect on a pod that a NetworkPolicy selects, as ours does. Its allow
 * rules count all the same: then nothing depends on how an engine orders what is still alpha.
 */
final class AdminPolicies {
  private static final Set<String> SPEC =
      Set.of("tier", "priority", "subject", "ingress", "egress");

  private AdminPolicies() {}

  static Optional<Allowance> judge(PolicyTree policy) {
    PolicyTree spec = policy.at("spec").only(SPEC);
    // Read even when nothing is allowed: a form of subject that is new may change what rules mean.
    PodMatch subject = subject(spec.at("subject"));
    return Stream.of("ingress", "egress")
        .flatMap(direction -> spec.items(direction).stream())
        .filter(AdminPolicies::allows)
        .map(rule -> Allowance.of(subject, "allows traffic (" + rule.path() + ")"))
        .findFirst();
  }

  private static boolean allows(PolicyTree rule) {
    return switch (rule.text("action")) {
      case "Allow", "Accept" -> true;
      case "Deny", "Pass" -> false;
      default ->
          throw new NotUnderstood(
              "the action \"" + rule.text("action") + "\" in " + rule.path() + ".action");
    };
  }

  private static PodMatch subject(PolicyTree subject) {
    subject.only(Set.of("namespaces", "pods"));
    if (subject.has("namespaces") == subject.has("pods")) {
      throw new NotUnderstood("a subject that is not one of namespaces and pods");
    }
    if (subject.has("namespaces")) {
      LabelSelection namespaces = subject.selection("namespaces");
      return pod -> pod.isInNamespace(namespaces::selects);
    }
    PolicyTree pods = subject.at("pods").only(Set.of("namespaceSelector", "podSelector"));
    return podsOf(pods.selection("namespaceSelector"), pods.selection("podSelector"));
  }

  static PodMatch podsOf(LabelSelection namespaces, LabelSelection pods) {
    return pod -> pods.selects(pod.labels()) && pod.isInNamespace(namespaces::selects);
  }
}
