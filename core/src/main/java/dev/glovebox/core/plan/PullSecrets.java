package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.core.reason.Reason;
import java.util.List;
import java.util.Optional;

/**
 * Pull secrets are planned explicitly, from the policy. The API server would copy those of the
 * service account into a pod that names none, so they have to be on the policy's list as well.
 */
final class PullSecrets {

  private PullSecrets() {}

  /**
   * Why the service account cannot be used; empty when it can. A service account that is not there
   * yet is waited for: a new namespace gets its own a moment later.
   */
  static Optional<Decision> problem(SandboxPolicySpec policy, String policyName, Facts facts) {
    String name = policy.pods().serviceAccountName();
    return switch (facts.serviceAccount()) {
      case Lookup.Unreadable<Facts.ServiceAccountFacts> unreadable ->
          Optional.of(
              new Refusal(
                  Reason.ReadBackFailed,
                  "ServiceAccount \"%s\" cannot be read: %s"
                      .formatted(name, Text.shown(unreadable.message()))));
      case Lookup.Absent<Facts.ServiceAccountFacts> absent ->
          Optional.of(
              new Waiting(
                  Reason.PodRejected,
                  "ServiceAccount \"%s\" (spec.pods.serviceAccountName of SandboxPolicy \"%s\") is not in"
                          .formatted(name, policyName)
                      + " namespace %s; without it no pod can be made"
                          .formatted(facts.namespace().name())));
      case Lookup.Found<Facts.ServiceAccountFacts> found ->
          notAllowed(policy, policyName, found.value());
    };
  }

  private static Optional<Decision> notAllowed(
      SandboxPolicySpec policy, String policyName, Facts.ServiceAccountFacts account) {
    List<String> more =
        account.pullSecretNames().stream()
            .filter(secret -> !policy.images().pullSecretNames().contains(secret))
            .toList();
    return more.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                Reason.PolicyViolation,
                "ServiceAccount \"%s\" has imagePullSecrets that SandboxPolicy \"%s\" does not allow"
                        .formatted(account.name(), policyName)
                    + " (spec.images.pullSecretNames): %s"
                        .formatted(Text.shown(String.join(", ", more)))));
  }
}
