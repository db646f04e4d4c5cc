package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBindingBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AdmissionPoliciesBoundTest {

  private static final String NAME = "glovebox-objects";

  private static ValidatingAdmissionPolicy policy(String failurePolicy) {
    return new ValidatingAdmissionPolicyBuilder()
        .withNewMetadata()
        .withName(NAME)
        .endMetadata()
        .withNewSpec()
        .withFailurePolicy(failurePolicy)
        .endSpec()
        .build();
  }

  private static ValidatingAdmissionPolicyBinding binding(String policy, String... actions) {
    return new ValidatingAdmissionPolicyBindingBuilder()
        .withNewMetadata()
        .withName("any")
        .endMetadata()
        .withNewSpec()
        .withPolicyName(policy)
        .withValidationActions(actions)
        .endSpec()
        .build();
  }

  private static Optional<String> judge(
      ValidatingAdmissionPolicy policy, ValidatingAdmissionPolicyBinding... bindings) {
    Map<String, ValidatingAdmissionPolicy> policies =
        policy == null ? Map.of() : Map.of(NAME, policy);
    return AdmissionPoliciesBound.judge(List.of(NAME), policies::get, List.of(bindings));
  }

  @Test
  void aPolicyThatFailsClosedAndIsBoundWithDenyIsInForce() {
    assertThat(judge(policy("Fail"), binding(NAME, "Deny"))).isEmpty();
    assertThat(judge(policy("Fail"), binding(NAME, "Deny", "Audit"))).isEmpty();
    assertThat(judge(policy(null), binding(NAME, "Deny"))).isEmpty();
  }

  @Test
  void aPolicyThatIsMissingIsNamed() {
    assertThat(judge(null, binding(NAME, "Deny")))
        .get()
        .asString()
        .contains(NAME, "does not exist");
  }

  @Test
  void aPolicyThatIsGoingIsNotInForce() {
    var going =
        new ValidatingAdmissionPolicyBuilder(policy("Fail"))
            .editMetadata()
            .withDeletionTimestamp("2026-01-01T00:00:00Z")
            .endMetadata()
            .build();
    assertThat(judge(going, binding(NAME, "Deny"))).get().asString().contains("being deleted");
  }

  @Test
  void aPolicyThatFailsOpenIsNotInForce() {
    assertThat(judge(policy("Ignore"), binding(NAME, "Deny")))
        .get()
        .asString()
        .contains("failurePolicy Ignore");
  }

  @Test
  void aPolicyWithoutABindingIsNotInForce() {
    assertThat(judge(policy("Fail"), binding("another", "Deny")))
        .get()
        .asString()
        .contains("no ValidatingAdmissionPolicyBinding");
  }

  @Test
  void aBindingThatOnlyWarnsDoesNotCount() {
    assertThat(judge(policy("Fail"), binding(NAME, "Warn", "Audit")))
        .get()
        .asString()
        .contains("no binding has validationActions Deny");
  }

  @Test
  void aBindingForSomeNamespacesDoesNotCount() {
    var some =
        new ValidatingAdmissionPolicyBindingBuilder(binding(NAME, "Deny"))
            .editSpec()
            .withNewMatchResources()
            .withNewNamespaceSelector()
            .addToMatchLabels("only", "here")
            .endNamespaceSelector()
            .endMatchResources()
            .endSpec()
            .build();
    assertThat(judge(policy("Fail"), some)).get().asString().contains("matchResources");
    assertThat(judge(policy("Fail"), some, binding(NAME, "Deny")))
        .as("with a second binding that leaves nothing out")
        .isEmpty();
  }

  @Test
  void selectorsThatSelectAllLeaveNothingOut() {
    var all =
        new ValidatingAdmissionPolicyBindingBuilder(binding(NAME, "Deny"))
            .editSpec()
            .withNewMatchResources()
            .withNewNamespaceSelector()
            .endNamespaceSelector()
            .withNewObjectSelector()
            .endObjectSelector()
            .withMatchPolicy("Equivalent")
            .endMatchResources()
            .endSpec()
            .build();
    assertThat(judge(policy("Fail"), all)).isEmpty();
  }

  @Test
  void everythingThatIsWrongIsSaidAtOnce() {
    assertThat(AdmissionPoliciesBound.judge(List.of("one", "two"), name -> null, List.of()))
        .get()
        .asString()
        .contains("one does not exist", "two does not exist", "nothing is released");
  }
}
