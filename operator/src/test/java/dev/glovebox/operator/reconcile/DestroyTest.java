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
  void a_running_task_with_a_bound_claim_is_deleted() {
    world.started();
    ObjectNode claim = world.cluster.raw(ObjectKind.CLAIM, Samples.OBJECT);
    ((ObjectNode) claim.get("spec")).put("volumeName", "pv-1");
    world.cluster.volumes.put("pv-1", volume("Delete"));
    ObjectNode task = world.cluster.raw(ObjectKind.TASK, Samples.TASK);
    ((ObjectNode) task.get("metadata")).put("deletionTimestamp", world.clock.instant().toString());
    world.cluster.writes.clear();
  }

  @Test
  void each_thing_goes_only_after_the_one_before_it_is_gone() {
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
  void a_pod_that_the_kubelet_does_not_confirm_keeps_everything() {
    world.destroy();
    world.clock.forward(32);

    world.destroy();

    assertThat(destroyed().reason()).isEqualTo("TerminationUnconfirmed");
    assertThat(world.cluster.writes).containsExactly("delete Pod", "status SandboxTask");
    assertThat(world.cluster.raw(ObjectKind.NETWORK_POLICY, Samples.OBJECT)).isNotNull();
  }

  @Test
  void a_retained_volume_is_said_and_keeps_the_task() {
    world.cluster.volumes.put("pv-1", volume("Retain"));
    world.destroy();
    world.kubelet.gone();
    world.destroy();

    assertThat(world.destroy()).isInstanceOf(Progress.Wait.class);

    assertThat(destroyed().reason()).isEqualTo("DataNotDestroyed");
    assertThat(destroyed().message()).contains("pv-1").contains("Retain");
  }

  @Test
  void a_volume_that_its_provisioner_cannot_delete_is_said() {
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
  void what_is_not_the_tasks_own_is_left_alone() {
    for (ObjectKind kind :
        new ObjectKind[] {ObjectKind.POD, ObjectKind.CLAIM, ObjectKind.NETWORK_POLICY}) {
      ObjectNode object = world.cluster.raw(kind, Samples.OBJECT);
      ((ObjectNode) object.at("/metadata/labels")).removeAll();
    }

    assertThat(world.destroy()).isInstanceOf(Progress.Settled.class);
    assertThat(world.cluster.writes).containsExactly("remove finalizer SandboxTask");
  }

  @Test
  void an_error_is_never_taken_for_gone() {
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
