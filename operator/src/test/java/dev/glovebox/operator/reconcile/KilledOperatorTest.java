package dev.glovebox.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.operator.write.ObjectKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The operator dies right after one of its writes; the next one brings the task to the same end.
 */
class KilledOperatorTest {
  private final World world = new World();

  @ParameterizedTest(name = "after write {0}")
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void whicheverWriteItDiesAfterTheTaskRunsOnceAndSucceeds(int writes) {
    world.cluster.killAfter(writes);

    boolean died = live(0);

    assertThat(died).as("it did die, or this shows nothing").isTrue();
    assertThat(world.end()).isEqualTo("Succeeded/");
    assertThat(world.cluster.count("create Pod")).isEqualTo(1);
    assertThat(world.cluster.count("release Pod")).isEqualTo(1);
    assertThat(world.status().isolation()).isNotNull();
  }

  @ParameterizedTest(name = "after write {0}")
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
  void whicheverWriteItDiesAfterAFailedAttestationIsRefused(int writes) {
    world.cluster.killAfter(writes);

    boolean died = live(1);

    assertThat(died).isTrue();
    assertThat(world.end()).isEqualTo("Refused/AttestationFailed");
    assertThat(world.status().failedChecks()).containsExactly("SharedKernel");
    assertThat(world.cluster.count("release Pod")).isEqualTo(1);
  }

  @ParameterizedTest(name = "after write {0}")
  @ValueSource(ints = {1, 2, 3, 4})
  void whicheverWriteItDiesAfterEverythingIsDestroyed(int writes) {
    live(0);
    ((ObjectNode) world.cluster.raw(ObjectKind.TASK, Samples.TASK).get("metadata"))
        .put("deletionTimestamp", world.clock.instant().toString());
    world.cluster.killAfter(writes);

    assertThatThrownBy(this::destroyAll).isInstanceOf(FakeCluster.Killed.class);
    world.cluster.neverKill();
    destroyAll();

    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);
    assertThat(world.cluster.count("delete PersistentVolumeClaim")).isEqualTo(1);
    assertThat(world.cluster.count("delete NetworkPolicy")).isEqualTo(1);
    assertThat(world.cluster.count("remove finalizer SandboxTask")).isEqualTo(1);
  }

  private void destroyAll() {
    for (int i = 0; i < 10; i++) {
      if (world.destroy() instanceof Progress.Settled) {
        return;
      }
      world.kubelet.gone();
    }
    throw new AssertionError("not destroyed after ten passes");
  }

  /** Brings a task to its end, with a new operator after each death. Whether one died. */
  private boolean live(int probeExitCode) {
    boolean died = false;
    for (int i = 0; i < 10; i++) {
      try {
        world.pass();
      } catch (FakeCluster.Killed dead) {
        died = true;
        world.cluster.neverKill();
        continue;
      }
      var pod = world.kubelet.pod();
      boolean released = pod != null && pod.at("/spec/schedulingGates").isMissingNode();
      if (released && probeExitCode != 0) {
        if (pod.at("/metadata/deletionTimestamp").isMissingNode()) {
          world.kubelet.probeEnded(probeExitCode, world.kubelet.report("Failed"));
        } else {
          world.kubelet.gone();
        }
      } else if (released && world.status().provedTime() == null) {
        world.kubelet.running();
      } else if (released) {
        world.kubelet.ended(0, "Completed");
      }
    }
    return died;
  }
}
