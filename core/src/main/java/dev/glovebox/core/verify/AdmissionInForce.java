package dev.glovebox.core.verify;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchResources;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import java.util.List;
import java.util.Optional;

/**
 * Whether an admission policy is in force: it exists, fails closed, and is bound everywhere with
 * Deny.
 */
public final class AdmissionInForce {

  private static final String FAIL_CLOSED = "Fail";
  private static final String DENY = "Deny";

  private AdmissionInForce() {}

  /**
   * What is wrong with one.
   *
   * @param policy null = there is none of that name
   * @param all every binding of the cluster
   * @return a sentence that begins with the policy's kind and name; empty when it is in force
   */
  public static Optional<String> wrong(
      String name, ValidatingAdmissionPolicy policy, List<ValidatingAdmissionPolicyBinding> all) {
    return wrong(policy, all.stream().filter(b -> binds(b, name)).toList())
        .map(why -> "ValidatingAdmissionPolicy " + name + " " + why);
  }

  private static Optional<String> wrong(
      ValidatingAdmissionPolicy policy, List<ValidatingAdmissionPolicyBinding> bindings) {
    if (policy == null) {
      return Optional.of("does not exist");
    }
    if (policy.getMetadata().getDeletionTimestamp() != null) {
      return Optional.of("is being deleted");
    }
    // Absent means Fail to the API server, which also writes it.
    String failurePolicy = policy.getSpec().getFailurePolicy();
    if (failurePolicy != null && !failurePolicy.equals(FAIL_CLOSED)) {
      return Optional.of("has failurePolicy " + failurePolicy + ", which must be Fail");
    }
    if (bindings.isEmpty()) {
      return Optional.of("has no ValidatingAdmissionPolicyBinding");
    }
    List<ValidatingAdmissionPolicyBinding> denying =
        bindings.stream().filter(b -> b.getSpec().getValidationActions().contains(DENY)).toList();
    if (denying.isEmpty()) {
      return Optional.of("is bound, but no binding has validationActions Deny");
    }
    if (denying.stream().noneMatch(AdmissionInForce::everywhere)) {
      return Optional.of(
          "is bound with Deny only where matchResources of the binding selects, which must be empty");
    }
    return Optional.empty();
  }

  private static boolean binds(ValidatingAdmissionPolicyBinding binding, String policy) {
    return binding.getMetadata().getDeletionTimestamp() == null
        && binding.getSpec() != null
        && policy.equals(binding.getSpec().getPolicyName());
  }

  /** Whether a binding leaves nothing out. The API server fills in selectors that select all. */
  private static boolean everywhere(ValidatingAdmissionPolicyBinding binding) {
    MatchResources limits = binding.getSpec().getMatchResources();
    return limits == null
        || (limits.getResourceRules().isEmpty()
            && limits.getExcludeResourceRules().isEmpty()
            && selectsAll(limits.getNamespaceSelector())
            && selectsAll(limits.getObjectSelector()));
  }

  private static boolean selectsAll(LabelSelector selector) {
    return selector == null
        || (selector.getMatchLabels().isEmpty() && selector.getMatchExpressions().isEmpty());
  }
}
