package dev.glovebox.e2e.reason;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.Checkout;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Command;
import dev.glovebox.e2e.cluster.LocalNode;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What only the scheduler, the kubelet, the runtime or the volume shows is said when it is certain,
 * or when {@code provisionSeconds} are over, in their newest words. All tasks are made at the
 * beginning and wait at the same time.
 */
@OnCluster
@Tag("local-node")
class PassedOnIT {
  private static final String SMALL = "resources: {cpu: 100m, memory: 64Mi}\n";
  private static final String PATIENT = SMALL + "timeouts: {provisionSeconds: 25}\n";

  /** More than any test waits: what ends was certain before. */
  private static final String VERY_PATIENT = SMALL + "timeouts: {provisionSeconds: 600}\n";

  private static Endings endings;
  private static HandMadeVolumes volumes;
  private static Workplace tasks;
  private static Workplace crowded;
  private static Workplace full;

  @BeforeAll
  static void makeAllTasks(Cluster cluster) throws IOException {
    endings = Endings.from(cluster);
    tasks = Workplace.open(cluster, "passed-on");
    crowded = Workplace.open(cluster, "crowded");
    full = Workplace.open(cluster, "full");
    volumes = new HandMadeVolumes(cluster, tasks.namespace());
    tasks.underPolicy(PassedOnIT::allow);
    // The positive control of all. And the node has its certificate then, so nobody waits for it.
    tasks.script("certifies", "true", SMALL);
    var certified = tasks.finished("certifies").getStatus();
    assertThat(certified.phase()).as("%s", certified).isEqualTo(Phase.Succeeded);
    // The longest first.
    for (String volume : List.of(HandMadeVolumes.GONE, HandMadeVolumes.UNMADE)) {
      tasks.script(volume, "true", PATIENT + volumes.workspace(volume));
    }
    crowded.underPolicy(policy -> policy.put("maxActiveTasksPerNamespace", 0));
    cluster.kubectl("-n", full.namespace(), "create", "quota", "none", "--hard=pods=0").succeed();
    crowded.script("crowded", "true", SMALL + "timeouts: {provisionSeconds: 3}");
    full.script("full", "true", SMALL + "timeouts: {provisionSeconds: 3}");
    tasks.script(
        "too-big",
        "true",
        "resources: {cpu: 100m, memory: 900Gi}\ntimeouts: {provisionSeconds: 8}");
    for (String volume :
        List.of(HandMadeVolumes.FINE, HandMadeVolumes.USED, HandMadeVolumes.ROOTS)) {
      tasks.script(volume, "true", VERY_PATIENT + volumes.workspace(volume));
    }
    tasks.create(
        "no-image",
        "image: %s\ncommand: [/bin/true]\n%s"
            .formatted(
                tasks.busybox().replaceAll("[0-9a-f]{64}", "0123456789abcdef".repeat(4)), PATIENT));
    tasks.create("no-command", "image: %s\n%s".formatted(withoutCommand(cluster), VERY_PATIENT));
  }

  private static void allow(ObjectNode policy) {
    ((ObjectNode) policy.at("/resources/max")).put("memory", "1000Gi");
    HandMadeVolumes.ALL.forEach(
        v -> ((ArrayNode) policy.at("/workspace/storageClassNames")).add(volumes.name(v)));
  }

  /** An image that names no program, in the node's store. */
  private static String withoutCommand(Cluster cluster) throws IOException {
    LocalNode node = cluster.localNode();
    Path root = Files.createDirectories(node.state().resolve("run/no-command/root"));
    Files.writeString(root.resolve("file"), "not a program\n");
    Path archive = root.resolveSibling("no-command.tar");
    Command.of(
            Checkout.file("cluster/oci-image").toString(),
            archive.toString(),
            "glovebox.local/no-command:1",
            root.toString())
        .succeed();
    return Command.of(
            Checkout.file("cluster/load").toString(), "--name", node.name(), archive.toString())
        .succeed()
        .strip();
  }

  @AfterAll
  static void close() {
    full.close();
    crowded.close();
    tasks.close();
    volumes.close();
  }

  @Test
  @Shows(Reason.QuotaExceeded)
  void aNamespaceWithAsManyTasksAsItsPolicyAllowsWaitsAndIsThenRefused() {
    endings
        .of(crowded, "crowded")
        .is(Reason.QuotaExceeded)
        .asInTheExample()
        .whenProvisionSecondsWereOver()
        .saying(crowded.namespace(), "spec.maxActiveTasksPerNamespace", "still so after 3 s");
  }

  @Test
  @Shows(Reason.QuotaExceeded)
  void aResourceQuotaThatIsUsedUpIsPassedOn() {
    endings
        .of(full, "full")
        .is(Reason.QuotaExceeded)
        .whenProvisionSecondsWereOver()
        .saying("exceeded quota: none", "pods=0", "still so after 3 s");
  }

  @Test
  @Shows(Reason.Unschedulable)
  void aPodThatNoNodeHasRoomForIsUnschedulableInTheSchedulersWords() {
    endings
        .of(tasks, "too-big")
        .is(Reason.Unschedulable)
        .asInTheExample()
        .whenProvisionSecondsWereOver()
        .saying("nodes are available", "Insufficient memory");
  }

  @Test
  @Shows(Reason.WorkspaceUnavailable)
  void aVolumeThatNobodyMakesIsUnavailableInTheProvisionersWords() {
    endings
        .of(tasks, HandMadeVolumes.UNMADE)
        .is(Reason.WorkspaceUnavailable)
        .asInTheExample()
        .whenProvisionSecondsWereOver()
        .saying("kubernetes.io/no-such-plugin");
  }

  /**
   * The reason is there at the timeout. The end comes when the kubelet has given the volume up and
   * looks at the pod again, 123 s after it began: no sooner does it say that nothing ran.
   */
  @Test
  @Shows(Reason.WorkspaceUnavailable)
  void aVolumeThatCannotBeMountedIsUnavailableInTheKubeletsWords() {
    var told =
        tasks.await(
            HandMadeVolumes.GONE,
            "is told to end",
            task ->
                task.getStatus() != null
                    && "WorkspaceUnavailable".equals(task.getStatus().reason()));
    assertThat(told.getStatus().message())
        .as("%s", told.getStatus())
        .contains(volumes.name(HandMadeVolumes.GONE), "does not exist");
    tasks.await(
        HandMadeVolumes.GONE,
        "ends, however long the kubelet tries",
        task -> task.getStatus().completionTime() != null,
        Duration.ofMinutes(4));
    endings
        .of(tasks, HandMadeVolumes.GONE)
        .is(Reason.WorkspaceUnavailable)
        .whenProvisionSecondsWereOver()
        .saying(volumes.name(HandMadeVolumes.GONE), "does not exist");
  }

  @Test
  @Shows(Reason.WorkspaceNotEmpty)
  void aVolumeInWhichSomeoneLeftAFileIsNotEmpty() {
    endings
        .of(tasks, HandMadeVolumes.USED)
        .is(Reason.WorkspaceNotEmpty)
        .asInTheExample()
        .beforeProvisionSecondsWereOver()
        .saying("/workspace");
  }

  @Test
  @Shows(Reason.WorkspaceNotWritable)
  void aVolumeThatOnlyRootMayWriteIsNotWritable() {
    endings
        .of(tasks, HandMadeVolumes.ROOTS)
        .is(Reason.WorkspaceNotWritable)
        .asInTheExample()
        .beforeProvisionSecondsWereOver()
        .saying("/workspace");
  }

  @Test
  @Shows(Reason.ImagePullFailed)
  void anImageThatCannotBePulledFailsInTheKubeletsWords() {
    endings
        .of(tasks, "no-image")
        .is(Reason.ImagePullFailed)
        .asInTheExample()
        .whenProvisionSecondsWereOver()
        .saying("glovebox.local/busybox@sha256:0123456789abcdef", "failed to pull");
  }

  @Test
  @Shows(Reason.ContainerCreateFailed)
  void anImageWithoutAProgramForATaskWithoutACommandIsPassedOn() {
    endings
        .of(tasks, "no-command")
        .is(Reason.ContainerCreateFailed)
        .asInTheExample()
        .beforeProvisionSecondsWereOver()
        .saying("no command specified");
  }

  /** The positive control: the same kind of volume, whole. */
  @Test
  void aVolumeLikeThoseThatIsEmptyAndWritableIsUsed() {
    var fine = tasks.finished(HandMadeVolumes.FINE).getStatus();
    assertThat(fine.phase()).as("%s", fine).isEqualTo(Phase.Succeeded);
  }
}
