package dev.glovebox.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.core.plan.Names;
import dev.glovebox.operator.write.ObjectKind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The same changes between the release and the task's start: nothing of it ran, so it is refused.
 */
class IsolationBeforeStartTest {
  private final World world = new World();

  @BeforeEach
  void releasedAndAtTheProbe() {
    world.pass();
    world.kubelet.probing();
    world.pass();
    assertThat(world.status().podUID()).isNotEmpty();
    assertThat(world.end()).isEqualTo("Provisioning/");
  }

  @Test
  void aNetworkPolicyThatIsDeletedWhileTheProbeWorksRefusesAndIsClosedAgain() {
    world.cluster.remove(ObjectKind.NETWORK_POLICY, Samples.OBJECT);

    world.pass();

    assertThat(world.end()).isEqualTo("Stopping/NetworkPolicyWidened");
    assertThat(world.cluster.raw(ObjectKind.NETWORK_POLICY, Samples.OBJECT)).isNotNull();
    refusedWith("NetworkPolicyWidened");
  }

  @Test
  void aRuntimeClassThatIsReplacedBeforeTheProofIsSeenRefuses() {
    world.view.runtimeClass("another", "runc");

    world.pass();

    refusedWith("RuntimeHandlerNotAllowed");
  }

  @Test
  void aRuntimeClassThatIsDeletedRefuses() {
    world.view.runtimeClasses.clear();

    world.pass();

    refusedWith("RuntimeClassMissing");
  }

  @Test
  void aPodWithAnotherLabelIsMutated() {
    ((ObjectNode) world.kubelet.pod().at("/metadata/labels")).put(Names.TASK_UID_LABEL, "other");

    world.pass();

    refusedWith("AdmissionMutated");
  }

  @Test
  void aSandboxPolicyThatIsGoneRefuses() {
    world.view.policies.clear();

    world.pass();

    refusedWith("PolicyMissing");
  }

  @Test
  void whereOnlyTheImageIsMissingThePodIsDeletedAtOnceBecauseTheTaskMayStart() {
    world.kubelet.pulling();
    world.cluster.remove(ObjectKind.NETWORK_POLICY, Samples.OBJECT);

    world.pass();

    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);
    assertThat(world.cluster.count("end Pod")).isZero();
    world.kubelet.gone();
    world.pass();
    assertThat(world.end()).isEqualTo("Failed/IsolationLost");
  }

  @Test
  void aTaskThatStartedAllTheSameIsKilled() {
    world.view.policies.clear();
    world.pass();
    assertThat(world.end()).isEqualTo("Stopping/PolicyMissing");
    world.kubelet.running();

    world.pass();

    assertThat(world.end()).isEqualTo("Stopping/IsolationLost");
    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);
  }

  @Test
  void withoutAChangeItRuns() {
    world.kubelet.running();

    world.pass();

    assertThat(world.end()).isEqualTo("Running/");
  }

  private void refusedWith(String reason) {
    assertThat(world.cluster.count("end Pod")).isEqualTo(1);
    world.kubelet.endedBeforeStart();
    world.pass();
    world.kubelet.gone();
    world.pass();
    assertThat(world.end()).isEqualTo("Refused/" + reason);
  }
}
