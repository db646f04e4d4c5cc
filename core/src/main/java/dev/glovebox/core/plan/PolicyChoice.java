package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.LabelSelector;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.core.reason.Reason;
import java.util.Map;

/**
 * Which SandboxPolicy is in force in a namespace: the one that its label {@code
 * glovebox.dev/policy} names, and {@code default} where there is no label. Never a second choice: a
 * named policy that is missing or does not admit the namespace is a refusal.
 */
public final class PolicyChoice {

  /** What was chosen. */
  public sealed interface Choice {}

  /** The policy in force. */
  public record Chosen(SandboxPolicy policy) implements Choice {}

  /** No policy is in force, so no task runs. The reason is {@code PolicyMissing}. */
  public record Missing(Refusal refusal) implements Choice {}

  private PolicyChoice() {}

  /** Name of the policy that this namespace asks for; {@code default} without the label. */
  public static String nameFor(Facts.NamespaceFacts namespace) {
    return namespace.labels().getOrDefault(Names.POLICY_LABEL, Names.DEFAULT_POLICY);
  }

  /**
   * Chooses.
   *
   * @param policies every SandboxPolicy, by name
   */
  public static Choice choose(Facts.NamespaceFacts namespace, Map<String, SandboxPolicy> policies) {
    String name = nameFor(namespace);
    boolean named = namespace.labels().containsKey(Names.POLICY_LABEL);
    SandboxPolicy policy = policies.get(name);
    if (policy == null || policy.getSpec() == null) {
      return missing(
          named
              ? "namespace %s names SandboxPolicy \"%s\" (label %s), which does not exist; make it,"
                      .formatted(namespace.name(), name, Names.POLICY_LABEL)
                  + " or correct the label"
              : "namespace %s names no SandboxPolicy, and there is none called \"%s\"; make it"
                  .formatted(namespace.name(), Names.DEFAULT_POLICY));
    }
    if (!admits(policy.getSpec().namespaces(), named, namespace.labels())) {
      return missing(
          "SandboxPolicy \"%s\" does not admit namespace %s: its labels do not match"
                  .formatted(name, namespace.name())
              + " spec.namespaces.matchLabels of the policy");
    }
    return new Chosen(policy);
  }

  /**
   * A selector that is absent matches nothing, as everywhere in Kubernetes: a policy that says
   * nothing about namespaces cannot be named. Only the default applies without being named.
   */
  private static boolean admits(LabelSelector selector, boolean named, Map<String, String> labels) {
    if (selector == null) {
      return !named;
    }
    Map<String, String> wanted = selector.matchLabels();
    return wanted == null || labels.entrySet().containsAll(wanted.entrySet());
  }

  private static Choice missing(String message) {
    return new Missing(new Refusal(Reason.PolicyMissing, message));
  }
}
