package dev.glovebox.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.TaskCondition;
import dev.glovebox.operator.write.ObjectKind;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pod, claim, volume, policy: in this order, and never by force. */
class DestroyTest {
  private final World world = new World();

  @BeforeEach
  void aRunningTaskWithABoundClaimIsDeleted() {
    world.started();
    ObjectNode claim = world.cluster.raw(ObjectKind.CLAIM, Samples.OBJECT);
    ((ObjectNode) claim.get("spec")).put("volumeName", "pv-1");
    world.cluster.volumes.put("pv-1", volume("Delete"));
    ObjectNode task = world.cluster.raw(ObjectKind.TASK, Samples.TASK);
    ((ObjectNode) task.get("metadata")).put("deletionTimestamp", world.clock.instant().toString());
    world.cluster.writes.clear();
  }

  @Test
  void eachThingGoesOnlyAfterTheOneBeforeItIsGone() {
    assertThat(world.destroy()).isInstanceOf(Progress.Wait.class);
    assertThat(world.destroy()).isInstanceOf(Progress.Wait.class);
    assertThat(world.cluster.writes).containsExactly("delete Pod");

    world.kubelet.gone();
    world.destroy();
    assertThat(world.destroy()).isInstanceOf(Progress.Wait.class);
    assertThat(world.cluster.writes).containsExactly("delete Pod", "delete PersistentVolumeClaim");

    world.cluster.volumes.clear();
    assertThat(world.destroy()).isInstanceOf(Progress.Settled.class);
    assertThat(world.cluster.writes)
        .containsExactly(
            "delete Pod",
            "delete PersistentVolumeClaim",
            "delete NetworkPolicy",
            "remove finalizer SandboxTask");
  }

  @Test
  void aPodThatTheKubeletDoesNotConfirmKeepsEverything() {
    world.destroy();
    world.clock.forward(32);

    world.destroy();

    assertThat(destroyed().reason()).isEqualTo("TerminationUnconfirmed");
    assertThat(world.cluster.writes).containsExactly("delete Pod", "status SandboxTask");
    assertThat(world.cluster.raw(ObjectKind.NETWORK_POLICY, Samples.OBJECT)).isNotNull();
  }

  @Test
  void aRetainedVolumeIsSaidAndKeepsTheTask() {
    world.cluster.volumes.put("pv-1", volume("Retain"));
    world.destroy();
    world.kubelet.gone();
    world.destroy();

    assertThat(world.destroy()).isInstanceOf(Progress.Wait.class);

    assertThat(destroyed().reason()).isEqualTo("DataNotDestroyed");
    assertThat(destroyed().message()).contains("pv-1").contains("Retain");
    assertThat(world.announced).contains("Warning DataNotDestroyed");

    world.cluster.volumes.put("pv-1", volume("Delete"));
    world.destroy();
    world.cluster.volumes.clear();
    assertThat(world.destroy()).isInstanceOf(Progress.Settled.class);
  }

  @Test
  void aVolumeThatItsProvisionerCannotDeleteIsSaid() {
    PersistentVolume failed = volume("Delete");
    failed.getStatus().setPhase("Failed");
    failed.getStatus().setMessage("disk is busy");
    world.cluster.volumes.put("pv-1", failed);
    world.destroy();
    world.kubelet.gone();
    world.destroy();
    world.destroy();

    assertThat(destroyed().message()).contains("disk is busy");
  }

  @Test
  void whatIsNotTheTasksOwnIsLeftAlone() {
    for (ObjectKind kind :
        new ObjectKind[] {ObjectKind.POD, ObjectKind.CLAIM, ObjectKind.NETWORK_POLICY}) {
      ObjectNode object = world.cluster.raw(kind, Samples.OBJECT);
      ((ObjectNode) object.at("/metadata/labels")).removeAll();
      ((ObjectNode) object.get("metadata")).put("uid", "foreign");
    }

    assertThat(world.destroy()).isInstanceOf(Progress.Settled.class);
    assertThat(world.cluster.writes).containsExactly("remove finalizer SandboxTask");
  }

  @Test
  void aReleasedPodWhoseLabelsSomebodyTookOffGoesAllTheSame() {
    ((ObjectNode) world.cluster.raw(ObjectKind.POD, Samples.OBJECT).at("/metadata/labels"))
        .removeAll();

    assertThat(world.destroy()).isInstanceOf(Progress.Wait.class);

    assertThat(world.cluster.writes).containsExactly("delete Pod");
  }

  @Test
  void aClaimThatSomethingKeepsIsSaidAndKeepsThePolicy() {
    world.destroy();
    world.kubelet.gone();
    ObjectNode metadata =
        (ObjectNode) world.cluster.raw(ObjectKind.CLAIM, Samples.OBJECT).get("metadata");
    metadata.put("deletionTimestamp", world.clock.instant().toString());
    metadata.putArray("finalizers").add("kubernetes.io/pvc-protection");
    world.destroy();
    assertThat(world.cluster.writes).containsExactly("delete Pod");

    world.clock.forward(121);
    world.destroy();

    assertThat(destroyed().reason()).isEqualTo("DataNotDestroyed");
    assertThat(destroyed().message()).contains("kubernetes.io/pvc-protection");
    assertThat(world.cluster.raw(ObjectKind.NETWORK_POLICY, Samples.OBJECT)).isNotNull();
  }

  @Test
  void anErrorIsNeverTakenForGone() {
    world.cluster.unreadable("Pod");
    world.kubelet.gone();

    assertThat(world.destroy()).isInstanceOf(Progress.Retry.class);
    assertThat(world.cluster.writes).isEmpty();
  }

  private TaskCondition destroyed() {
    return world.status().conditions().stream()
        .filter(condition -> condition.type().equals("Destroyed"))
        .findFirst()
        .orElseThrow();
  }

  private static PersistentVolume volume(String reclaimPolicy) {
    return new PersistentVolumeBuilder()
        .withNewMetadata()
        .withName("pv-1")
        .endMetadata()
        .withNewSpec()
        .withPersistentVolumeReclaimPolicy(reclaimPolicy)
        .withNewClaimRef()
        .withNamespace(Samples.NAMESPACE)
        .withName(Samples.OBJECT)
        .endClaimRef()
        .endSpec()
        .withNewStatus()
        .withPhase("Released")
        .endStatus()
        .build();
  }
}
