package dev.glovebox.e2e.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.LocalNode;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What verify says of a sandbox that holds, and of what is no sandbox. */
@OnCluster
@Tag("local-node")
class VerifyIT {
  private Workplace workplace;

  @BeforeEach
  void open(Cluster cluster) {
    workplace = Workplace.open(cluster, "verify");
  }

  @AfterEach
  void close() {
    workplace.close();
  }

  @Test
  void inASandboxThatHoldsEveryCheckIsBlockedAndItsTaskIsGone() {
    Verdicts verdicts = Verdicts.of(workplace);

    assertThat(verdicts.notBlocked()).as("%s", verdicts).isEmpty();
    assertThat(verdicts.checks()).as("%s", verdicts).hasSizeGreaterThanOrEqualTo(25);
    assertThat(verdicts.exitCode()).as("%s", verdicts).isZero();
    assertNoTaskIsLeft();
  }

  @Test
  void underAClassThatIsReallyRuncNothingIsBlockedAndTheReasonIsSaid() {
    workplace.underPolicy(VerifyIT::allowLookalike);

    Verdicts verdicts = Verdicts.of(workplace, "--runtime", "runsc-lookalike");

    assertThat(verdicts.nothingConcluded()).as("%s", verdicts).isTrue();
    assertThat(verdicts.cause()).contains("NodeNotCertified");
    assertNoTaskIsLeft();
  }

  /** The policy has reportOnly NodeReachable, so tasks run there all the same. */
  @Test
  void aKubeletThatItsNodesPodsReachIsAnEscapeAndNothingElseIs() {
    LocalNode node = workplace.cluster().localNode();
    // kube-router takes what has this mark for allowed.
    String[] rule = {
      "PREROUTING", "-p", "tcp", "--dport", "10250", "-j", "MARK", "--set-xmark", "0x10000/0x10000"
    };
    mangle(node, "-I", rule);
    try {
      certifyAnew("open");
      Verdicts verdicts = Verdicts.of(workplace);

      assertThat(verdicts.notBlocked())
          .as("%s", verdicts)
          .singleElement()
          .asString()
          .startsWith("ESCAPED OwnKubelet:");
      assertThat(verdicts.exitCode()).isEqualTo(2);
      assertThat(Diagnosis.of(workplace.cluster()).findings())
          .anyMatch(one -> one.startsWith("OwnNodeReachable/warning"));
    } finally {
      mangle(node, "-D", rule);
      certifyAnew("closed");
    }
  }

  private static void mangle(LocalNode node, String action, String... rule) {
    List<String> line = new ArrayList<>(List.of("iptables", "-w", "-t", "mangle", action));
    line.addAll(List.of(rule));
    node.inNode(line.toArray(String[]::new)).succeed();
  }

  private void certifyAnew(String task) {
    workplace
        .cluster()
        .client()
        .resources(NodeCertificate.class)
        .withName("node-1.gvisor")
        .delete();
    workplace.script(task, "true", "workspace: {type: None}");
    SandboxTask ended = workplace.finished(task);
    assertThat(ended.getStatus().phase()).as("%s", ended.getStatus()).isEqualTo(Phase.Succeeded);
    workplace.delete(task);
  }

  @Test
  void ctrlCDeletesTheTask() {
    Plugin plugin = Plugin.of(workplace.cluster());
    try (Terminal terminal =
        plugin.inTerminal("verify", "-n", workplace.namespace(), "--image", workplace.busybox())) {
      terminal.await("the task is on its way", shown -> shown.contains("Provisioning"));
      assertThat(tasks()).hasSize(1);
      terminal.type(Terminal.CTRL_C);
      assertThat(terminal.ended()).isEqualTo(130);
      assertThat(terminal.shown()).contains("interrupted: task verify-", " is deleted");
    }
    assertNoTaskIsLeft();
  }

  private void assertNoTaskIsLeft() {
    Awaitility.await("no task is left")
        .atMost(Duration.ofSeconds(90))
        .until(() -> tasks().isEmpty());
  }

  private List<SandboxTask> tasks() {
    return workplace
        .cluster()
        .client()
        .resources(SandboxTask.class)
        .inNamespace(workplace.namespace())
        .list()
        .getItems();
  }

  private static void allowLookalike(ObjectNode policy) {
    ((ArrayNode) policy.get("runtimes"))
        .addObject()
        .put("runtimeClassName", "runsc-lookalike")
        .put("kind", "GVisor")
        .putArray("handlers")
        .add("runsc-lookalike");
  }
}
