package dev.glovebox.operator.facts;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchResources;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Whether the admission policies that the operator relies on are in force: each exists, fails
 * closed, and is bound everywhere with Deny. Without them a user could exec into a sandbox, edit
 * its NetworkPolicy or take its finalizer off.
 */
public final class AdmissionPoliciesBound implements ReleaseGuard {

  private static final String FAIL_CLOSED = "Fail";
  private static final String DENY = "Deny";

  private final Memo<Optional<String>> verdict;

  /**
   * From the informers of both kinds.
   *
   * @param names the policies that must be in force
   */
  public AdmissionPoliciesBound(Informers informers, List<String> names) {
    this(
        names,
        name -> informers.admissionPolicies.getIndexer().getByKey(name),
        () -> informers.admissionBindings.getIndexer().list());
    informers.admissionPolicies.addEventHandler(new OnChange<>(verdict::invalidate));
    informers.admissionBindings.addEventHandler(new OnChange<>(verdict::invalidate));
  }

  private AdmissionPoliciesBound(
      List<String> names,
      Function<String, ValidatingAdmissionPolicy> policies,
      Supplier<List<ValidatingAdmissionPolicyBinding>> bindings) {
    this.verdict = new Memo<>(() -> judge(names, policies, bindings.get()));
  }

  @Override
  public Optional<String> refusesBecause() {
    return verdict.get();
  }

  /**
   * Judges.
   *
   * @param policies a policy by its name; null = there is none
   * @return what is wrong with each, in words; empty when all are in force
   */
  static Optional<String> judge(
      List<String> names,
      Function<String, ValidatingAdmissionPolicy> policies,
      List<ValidatingAdmissionPolicyBinding> bindings) {
    List<String> wrong = new ArrayList<>();
    for (String name : names) {
      wrong(policies.apply(name), bindings.stream().filter(b -> binds(b, name)).toList())
          .ifPresent(why -> wrong.add("ValidatingAdmissionPolicy " + name + " " + why));
    }
    return wrong.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.join("; ", wrong)
                + ". Install the chart's admission policies again (helm upgrade); until then nothing"
                + " is released");
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
    if (denying.stream().noneMatch(AdmissionPoliciesBound::everywhere)) {
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
