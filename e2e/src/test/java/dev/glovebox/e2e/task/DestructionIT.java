package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What deleting a task takes away, and in which order. */
@OnCluster
@Tag("local-node")
class DestructionIT {

  @Test
  void deletingATaskTakesAwayPodClaimVolumeDirectoryAndPolicyInThatOrder(Cluster cluster)
      throws InterruptedException {
    try (Workplace workplace = Workplace.open(cluster, "destroy")) {
      workplace.script("doomed", "echo data > /workspace/data; trap '' TERM; sleep 300", "");
      SandboxTask task = workplace.inPhase("doomed", "Running");
      String uid = task.getMetadata().getUid();
      String name = task.getStatus().podName();
      var client = cluster.client();
      var claim = client.persistentVolumeClaims().inNamespace(workplace.namespace()).withName(name);
      String volume = claim.get().getSpec().getVolumeName();
      String directory = cluster.localNode().state().resolve("volumes/" + volume).toString();
      BooleanSupplier onDisk =
          () -> cluster.localNode().inNode("test", "-d", directory).run().exitCode() == 0;
      assertThat(onDisk.getAsBoolean()).as("the directory is there before").isTrue();

      workplace.handle("doomed").delete();

      // Each look is taken in reverse order of destruction, so that no change in between can hide a
      // wrong order.
      List<String> gone = new ArrayList<>();
      long end = System.nanoTime() + 60_000_000_000L;
      while (gone.size() < 5 && System.nanoTime() < end) {
        boolean policy =
            client
                    .network()
                    .v1()
                    .networkPolicies()
                    .inNamespace(workplace.namespace())
                    .withName(name)
                    .get()
                != null;
        boolean persistentVolume = client.persistentVolumes().withName(volume).get() != null;
        boolean disk = onDisk.getAsBoolean();
        boolean claimThere = claim.get() != null;
        boolean pod = client.pods().inNamespace(workplace.namespace()).withName(name).get() != null;
        note(gone, pod, "pod");
        note(gone, claimThere, "claim");
        note(gone, disk, "directory");
        note(gone, persistentVolume, "volume");
        note(gone, policy, "policy");
        assertThat(!policy && (pod || claimThere || persistentVolume))
            .as("the policy goes last; gone so far: %s", gone)
            .isFalse();
        assertThat(!claimThere && pod).as("the claim goes after the pod; gone: %s", gone).isFalse();
        Thread.sleep(20);
      }
      assertThat(gone).containsExactly("pod", "claim", "directory", "volume", "policy");

      Awaitility.await().until(() -> workplace.task("doomed") == null);
      assertThat(leftOf(workplace, uid)).isEmpty();
    }
  }

  private static void note(List<String> gone, boolean there, String what) {
    if (!there && !gone.contains(what)) {
      gone.add(what);
    }
  }

  /** Everything in the namespace that has the task's label. */
  private static List<String> leftOf(Workplace workplace, String uid) {
    String listed =
        workplace
            .cluster()
            .kubectl(
                "-n",
                workplace.namespace(),
                "get",
                "pods,persistentvolumeclaims,networkpolicies,secrets,configmaps",
                "-l",
                "glovebox.dev/task-uid=" + uid,
                "-o",
                "name")
            .succeed();
    return listed.lines().filter(line -> line.contains("/")).toList();
  }
}
