package dev.glovebox.operator.facts;

import dev.glovebox.core.verify.AdmissionInForce;
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
      AdmissionInForce.wrong(name, policies.apply(name), bindings).ifPresent(wrong::add);
    }
    return wrong.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.join("; ", wrong)
                + ". Install the chart's admission policies again (helm upgrade); until then nothing"
                + " is released");
  }
}
