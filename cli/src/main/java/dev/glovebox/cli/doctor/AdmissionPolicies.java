package dev.glovebox.cli.doctor;

import dev.glovebox.core.verify.AdmissionInForce;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import java.util.List;
import java.util.Optional;

/** Whether every admission policy of the chart that denies exists, fails closed, and is bound. */
final class AdmissionPolicies implements Check {
  /** Those of the chart; a test compares them with it. */
  static final List<String> NAMES =
      List.of(
          "glovebox-task-metadata",
          "glovebox-reserved-names",
          "glovebox-objects",
          "glovebox-pod-requests",
          "glovebox-deputy",
          "glovebox-task-finalizer",
          "glovebox-policies");

  private static final String REMEDY =
      "install the chart's admission policies again (helm upgrade); until then nothing is released";

  @Override
  public String look(Seen seen, Findings findings) {
    wrong(seen).forEach(one -> findings.failed(one, REMEDY));
    return "%d ValidatingAdmissionPolicies, each bound everywhere with Deny"
        .formatted(NAMES.size());
  }

  /** Each that is not in force, in words. */
  static List<String> wrong(Seen seen) {
    List<ValidatingAdmissionPolicy> policies = Seen.need(seen.admissionPolicies());
    List<ValidatingAdmissionPolicyBinding> bindings = Seen.need(seen.admissionBindings());
    return NAMES.stream()
        .map(
            name ->
                AdmissionInForce.wrong(
                    name,
                    policies.stream()
                        .filter(policy -> policy.getMetadata().getName().equals(name))
                        .findFirst()
                        .orElse(null),
                    bindings))
        .flatMap(Optional::stream)
        .toList();
  }
}
