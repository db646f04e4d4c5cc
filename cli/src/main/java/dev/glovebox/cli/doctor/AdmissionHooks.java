package dev.glovebox.cli.doctor;

import dev.glovebox.cli.doctor.AdmissionHook.Rule;
import dev.glovebox.cli.doctor.AdmissionHook.Selectors;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchResources;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.NamedRuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import java.util.List;
import java.util.stream.Stream;

/** What the API server asks, from the objects that say so. */
final class AdmissionHooks {
  private AdmissionHooks() {}

  /** Of MutatingWebhookConfigurations. */
  static List<AdmissionHook> mutating(List<MutatingWebhookConfiguration> all) {
    return all.stream()
        .flatMap(
            configuration ->
                configuration.getWebhooks().stream()
                    .map(
                        one ->
                            webhook(
                                words(
                                    one.getName(),
                                    configuration.getMetadata().getName(),
                                    "Mutating"),
                                one.getRules(),
                                new Selectors(one.getNamespaceSelector(), one.getObjectSelector()),
                                !one.getMatchConditions().isEmpty(),
                                one.getFailurePolicy(),
                                one.getClientConfig())))
        .toList();
  }

  /** Of ValidatingWebhookConfigurations. */
  static List<AdmissionHook> validating(List<ValidatingWebhookConfiguration> all) {
    return all.stream()
        .flatMap(
            configuration ->
                configuration.getWebhooks().stream()
                    .map(
                        one ->
                            webhook(
                                words(
                                    one.getName(),
                                    configuration.getMetadata().getName(),
                                    "Validating"),
                                one.getRules(),
                                new Selectors(one.getNamespaceSelector(), one.getObjectSelector()),
                                !one.getMatchConditions().isEmpty(),
                                one.getFailurePolicy(),
                                one.getClientConfig())))
        .toList();
  }

  private static AdmissionHook webhook(
      String what,
      List<RuleWithOperations> rules,
      Selectors selectors,
      boolean conditional,
      String failurePolicy,
      WebhookClientConfig config) {
    return new AdmissionHook(
        what,
        List.of(rules(rules)),
        List.of(),
        List.of(selectors),
        conditional,
        failsClosed(failurePolicy),
        service(config));
  }

  /** Of MutatingAdmissionPolicies; one without a binding has no effect. */
  static List<AdmissionHook> policies(
      List<MutatingAdmissionPolicy> policies, List<MutatingAdmissionPolicyBinding> bindings) {
    return policies.stream()
        .flatMap(
            policy ->
                bindings.stream()
                    .filter(
                        binding ->
                            binding.getSpec() != null
                                && policy
                                    .getMetadata()
                                    .getName()
                                    .equals(binding.getSpec().getPolicyName()))
                    .map(binding -> policy(policy, binding)))
        .toList();
  }

  private static AdmissionHook policy(
      MutatingAdmissionPolicy policy, MutatingAdmissionPolicyBinding binding) {
    MatchResources constraints = policy.getSpec().getMatchConstraints();
    MatchResources narrowed = binding.getSpec().getMatchResources();
    return new AdmissionHook(
        "MutatingAdmissionPolicy %s, bound by %s,"
            .formatted(policy.getMetadata().getName(), binding.getMetadata().getName()),
        Stream.of(constraints, narrowed == null ? constraints : narrowed)
            .map(one -> named(one.getResourceRules()))
            .filter(rules -> !rules.isEmpty()) // a binding without any narrows nothing
            .toList(),
        Stream.of(constraints, narrowed == null ? constraints : narrowed)
            .flatMap(one -> named(one.getExcludeResourceRules()).stream())
            .toList(),
        Stream.of(constraints, narrowed == null ? constraints : narrowed)
            .map(one -> new Selectors(one.getNamespaceSelector(), one.getObjectSelector()))
            .toList(),
        !policy.getSpec().getMatchConditions().isEmpty(),
        failsClosed(policy.getSpec().getFailurePolicy()),
        null);
  }

  private static String words(String webhook, String configuration, String kind) {
    return "webhook %s of %sWebhookConfiguration %s".formatted(webhook, kind, configuration);
  }

  /** Absent means Fail to the API server, which also writes it. */
  private static boolean failsClosed(String failurePolicy) {
    return failurePolicy == null || failurePolicy.equals("Fail");
  }

  private static String service(WebhookClientConfig config) {
    return config == null || config.getService() == null
        ? null
        : config.getService().getNamespace() + "/" + config.getService().getName();
  }

  private static List<Rule> rules(List<RuleWithOperations> rules) {
    return rules.stream()
        .map(
            one ->
                new Rule(
                    one.getApiGroups(),
                    one.getApiVersions(),
                    one.getOperations(),
                    one.getResources(),
                    List.of(),
                    one.getScope()))
        .toList();
  }

  private static List<Rule> named(List<NamedRuleWithOperations> rules) {
    return rules.stream()
        .map(
            one ->
                new Rule(
                    one.getApiGroups(),
                    one.getApiVersions(),
                    one.getOperations(),
                    one.getResources(),
                    one.getResourceNames(),
                    one.getScope()))
        .toList();
  }
}
