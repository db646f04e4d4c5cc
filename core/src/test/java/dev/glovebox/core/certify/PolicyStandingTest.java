package dev.glovebox.core.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.RuntimeStatus;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxPolicyStatus;
import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Facts;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolicyStandingTest {
  private static final List<Facts.NodeFacts> TWO =
      List.of(TestNodes.node("node-1"), TestNodes.node("node-2"));

  private final TestNodes nodes = new TestNodes();
  private final SandboxPolicy policy =
      Serialization.unmarshal(
          """
          apiVersion: glovebox.dev/v1alpha1
          kind: SandboxPolicy
          metadata: {name: default, generation: 3}
          spec:
            namespaces: {matchLabels: {}}
            runtimes:
            - {runtimeClassName: gvisor, kind: GVisor, handlers: [runsc]}
            - {runtimeClassName: kata, kind: Kata, handlers: [kata]}
          """,
          SandboxPolicy.class);

  private RuntimeStatus gvisor() {
    return PolicyStanding.of(policy, nodes.facts(TWO)).runtimes().getFirst();
  }

  @Test
  void eachRuntimeSaysHowManyOfItsNodesAreCertifiedAndWhyNotMore() {
    assertThat(gvisor().nodes()).isEqualTo(2);
    assertThat(gvisor().nodesCertified()).isZero();
    assertThat(gvisor().message()).contains("when tasks need them");
    nodes.verdict("node-1", Certification.CERTIFIED, Duration.ZERO);
    nodes.verdict("node-2", "SharedKernel", Duration.ZERO);
    assertThat(gvisor().nodesCertified()).isEqualTo(1);
    assertThat(gvisor().message()).contains("SharedKernel on 1").contains("kubectl get ncert");
    nodes.verdict("node-2", Certification.CERTIFIED, Duration.ZERO);
    assertThat(gvisor().nodesCertified()).isEqualTo(2);
    assertThat(gvisor().message()).isNull();
  }

  @Test
  void aRuntimeThatTheClusterDoesNotHaveSaysSo() {
    RuntimeStatus kata = PolicyStanding.of(policy, nodes.facts(TWO)).runtimes().getLast();
    assertThat(kata.nodes()).isZero();
    assertThat(kata.message()).contains("no RuntimeClass");
  }

  @Test
  void aStatusThatIsStillTrueIsTheSameLater() {
    SandboxPolicyStatus first = PolicyStanding.of(policy, nodes.facts(TWO));
    policy.setStatus(first);
    nodes.now = nodes.now.plusSeconds(60);
    assertThat(PolicyStanding.of(policy, nodes.facts(TWO))).isEqualTo(first);
    assertThat(first.conditions())
        .singleElement()
        .satisfies(
            accepted -> {
              assertThat(accepted.type()).isEqualTo("Accepted");
              assertThat(accepted.observedGeneration()).isEqualTo(3);
              assertThat(accepted.lastTransitionTime()).isEqualTo(TestNodes.NOW.toString());
            });
  }
}
