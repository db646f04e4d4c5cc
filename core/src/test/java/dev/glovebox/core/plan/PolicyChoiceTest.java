package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.TestObjects.policy;
import static dev.glovebox.core.plan.TestObjects.policyWith;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.core.reason.Reason;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PolicyChoiceTest {

  private static final SandboxPolicy DEFAULT = policy();
  private static final SandboxPolicy WIDE =
      policyWith("namespaces: {matchLabels: {tier: trusted}}");
  private static final SandboxPolicy SILENT = new SandboxPolicy();

  static {
    SILENT.setSpec(
        new SandboxPolicySpec(
            null, null, null, null, null, null, null, null, null, null, null, null));
  }

  private static PolicyChoice.Choice choose(
      Map<String, String> labels, Map<String, SandboxPolicy> policies) {
    return PolicyChoice.choose(new Facts.NamespaceFacts("agents", labels, Map.of()), policies);
  }

  private static void assertMissing(PolicyChoice.Choice choice, String... parts) {
    assertThat(choice).isInstanceOf(PolicyChoice.Missing.class);
    Refusal refusal = ((PolicyChoice.Missing) choice).refusal();
    assertThat(refusal.reason()).isEqualTo(Reason.PolicyMissing);
    assertThat(refusal.message()).contains(parts);
  }

  @Test
  void aNamespaceWithoutTheLabelHasTheDefault() {
    assertThat(choose(Map.of(), Map.of("default", DEFAULT, "wide", WIDE)))
        .isEqualTo(new PolicyChoice.Chosen(DEFAULT));
  }

  @Test
  void withoutADefaultThereIsNone() {
    assertMissing(choose(Map.of(), Map.of("wide", WIDE)), "agents", "default");
  }

  @Test
  void aNamedPolicyThatAdmitsTheNamespaceIsChosen() {
    assertThat(
            choose(
                Map.of(Names.POLICY_LABEL, "wide", "tier", "trusted"),
                Map.of("default", DEFAULT, "wide", WIDE)))
        .isEqualTo(new PolicyChoice.Chosen(WIDE));
  }

  @Test
  void aNamedPolicyIsNeverReplacedByTheDefault() {
    assertMissing(
        choose(Map.of(Names.POLICY_LABEL, "absent"), Map.of("default", DEFAULT)), "\"absent\"");
    assertMissing(
        choose(
            Map.of(Names.POLICY_LABEL, "wide", "tier", "other"),
            Map.of("default", DEFAULT, "wide", WIDE)),
        "\"wide\"",
        "does not admit");
    assertMissing(choose(Map.of(Names.POLICY_LABEL, ""), Map.of("default", DEFAULT)), "\"\"");
  }

  @Test
  void aPolicyThatSaysNothingAboutNamespacesCannotBeNamedButCanBeTheDefault() {
    assertMissing(
        choose(Map.of(Names.POLICY_LABEL, "silent"), Map.of("silent", SILENT)), "does not admit");
    assertThat(choose(Map.of(), Map.of("default", SILENT)))
        .isEqualTo(new PolicyChoice.Chosen(SILENT));
  }

  @Test
  void theDefaultCanBeClosedToNamespacesToo() {
    assertMissing(choose(Map.of(), Map.of("default", WIDE)), "does not admit");
  }
}
