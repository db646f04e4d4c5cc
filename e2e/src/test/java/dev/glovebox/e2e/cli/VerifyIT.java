package dev.glovebox.e2e.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.LocalNode;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.io.IOException;
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
  void inASandboxThatHoldsEveryCheckIsBlockedAndItsTaskIsGone() throws IOException {
    Plugin.Result result = verify();

    assertThat(verdicts(result)).hasSizeGreaterThanOrEqualTo(25);
    assertThat(verdicts(result)).allMatch(one -> one.startsWith("BLOCKED"));
    assertThat(result.exitCode()).isZero();
    assertNoTaskIsLeft();
  }

  @Test
  void underAClassThatIsReallyRuncNothingIsBlockedAndTheReasonIsSaid() throws IOException {
    workplace.underPolicy(VerifyIT::allowLookalike);

    Plugin.Result result = verify("--runtime", "runsc-lookalike");

    assertThat(verdicts(result)).hasSizeGreaterThanOrEqualTo(25);
    assertThat(verdicts(result))
        .allMatch(one -> one.startsWith("INCONCLUSIVE") && one.contains("NodeNotCertified"));
    assertThat(result.exitCode()).isEqualTo(2);
    assertNoTaskIsLeft();
  }

  /** The policy has reportOnly NodeReachable, so tasks run there all the same. */
  @Test
  void aKubeletThatItsNodesPodsReachIsAnEscapeAndNothingElseIs() throws IOException {
    LocalNode node = workplace.cluster().localNode();
    // kube-router takes what has this mark for allowed.
    String[] rule = {
      "PREROUTING", "-p", "tcp", "--dport", "10250", "-j", "MARK", "--set-xmark", "0x10000/0x10000"
    };
    mangle(node, "-I", rule);
    try {
      certifyAnew("open");
      Plugin.Result result = verify();

      assertThat(verdicts(result))
          .filteredOn(one -> !one.startsWith("BLOCKED"))
          .singleElement()
          .asString()
          .startsWith("ESCAPED OwnKubelet:");
      assertThat(result.exitCode()).isEqualTo(2);
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
    }
    assertNoTaskIsLeft();
  }

  private Plugin.Result verify(String... more) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "verify",
                "-n",
                workplace.namespace(),
                "--image",
                workplace.busybox(),
                "-o",
                "json"));
    line.addAll(List.of(more));
    return Plugin.of(workplace.cluster()).run(line.toArray(String[]::new));
  }

  /** Each as {@code VERDICT check: seen}. */
  private static List<String> verdicts(Plugin.Result result) throws IOException {
    List<String> verdicts = new ArrayList<>();
    JsonNode checks = new ObjectMapper().readTree(result.out()).path("checks");
    assertThat(checks.isArray()).as(result.err()).isTrue();
    checks.forEach(
        one ->
            verdicts.add(
                "%s %s: %s"
                    .formatted(
                        one.path("verdict").asText(),
                        one.path("check").asText(),
                        one.path("seen").asText())));
    return verdicts;
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
