package dev.glovebox.e2e.reason;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.LocalNode;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A part of the node fails while a task is to start on it. One at a time. */
@OnCluster
@Tag("local-node")
class FailingNodeIT {
  private static final String SMALL = "resources: {cpu: 200m, memory: 64Mi}\n";

  private static Endings endings;
  private static LocalNode node;
  private static Workplace tasks;

  /** The positive control of all: a task succeeds. And the node has its certificate then. */
  @BeforeAll
  static void open(Cluster cluster) {
    node = cluster.localNode();
    endings = Endings.from(cluster);
    tasks = Workplace.open(cluster, "failing");
    tasks.script("fine", "true", SMALL);
    SandboxTask fine = tasks.finished("fine");
    assertThat(fine.getStatus().phase()).as("%s", fine.getStatus()).isEqualTo(Phase.Succeeded);
  }

  @AfterAll
  static void close() {
    tasks.close();
  }

  @Test
  @Shows(Reason.SandboxStartFailed)
  void aNetworkPluginThatIsNotThereIsPassedOnInTheKubeletsWords() {
    CniConfiguration.with(
        node,
        "\"type\": \"bridge\"",
        "\"type\": \"gone\"",
        () -> {
          tasks.script("no-network", "true", SMALL + "timeouts: {provisionSeconds: 10}");
          told("no-network", Reason.SandboxStartFailed);
        });
    endings
        .of(tasks, "no-network")
        .is(Reason.SandboxStartFailed)
        .asInTheExample()
        .whenProvisionSecondsWereOver()
        .saying("sandbox", "failed to find plugin \"gone\"");
  }

  @Test
  @Shows(Reason.AttestationTimeout)
  void aSandboxWithoutAWayOutProvesNothing() {
    CniConfiguration.with(
        node,
        "\"routes\": [{\"dst\": \"0.0.0.0/0\"}]",
        "\"routes\": []",
        () -> {
          tasks.script("no-way", "true", SMALL + "timeouts: {provisionSeconds: 24}");
          tasks.finished("no-way");
        });
    endings
        .of(tasks, "no-way")
        .is(Reason.AttestationTimeout)
        .asInTheExample()
        .saying("gave up", "no way to");
  }

  @Test
  @Shows(Reason.ProvisionTimeout)
  void aKubeletThatDoesNothingIsATimeoutThatNamesTheStep() {
    node.stop("kubelet");
    try {
      tasks.script("not-started", "true", SMALL + "timeouts: {provisionSeconds: 4}");
      told("not-started", Reason.ProvisionTimeout);
    } finally {
      node.start();
    }
    endings
        .of(tasks, "not-started")
        .is(Reason.ProvisionTimeout)
        .asInTheExample()
        .whenProvisionSecondsWereOver()
        .saying("sandbox to start", "provisionSeconds (4)");
  }

  /** Waits until the operator has said why the task is to end; it ends when the kubelet has. */
  private static void told(String name, Reason reason) {
    tasks.await(
        name,
        "is told to end: " + reason,
        task -> task.getStatus() != null && reason.name().equals(task.getStatus().reason()));
  }
}
