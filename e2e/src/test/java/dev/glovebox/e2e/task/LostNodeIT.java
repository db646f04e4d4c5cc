package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.AuditLog;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.LocalNode;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.operator.OperatorDeployment;
import dev.glovebox.e2e.reason.Shows;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A node that says nothing any more, with tasks on it: one that runs, and one that is deleted. */
@OnCluster(up = "--nodes 3")
@Tag("local-node")
class LostNodeIT {
  /** The collector of pods comes by every 20 s, and gives a node that is gone 40 s. */
  private static final Duration COLLECTED = Duration.ofSeconds(150);

  private static final String SMALL = "resources: {cpu: 200m, memory: 128Mi}\n";
  private static final String NO_VOLUME = SMALL + "workspace: {type: None}\n";

  private final Cluster cluster;
  private final KubernetesClient client;
  private Workplace second;
  private Workplace third;

  LostNodeIT(Cluster cluster) {
    this.cluster = cluster;
    client = cluster.client();
  }

  @BeforeEach
  void theOperatorIsOnTheNodeThatStays() {
    new OperatorDeployment(cluster)
        .change(
            "patch",
            "--patch={\"spec\":{\"template\":{\"spec\":{\"nodeSelector\":{\"kubernetes.io/hostname\":\"node-1\"}}}}}");
    second = on("node-2");
    third = on("node-3");
  }

  private Workplace on(String node) {
    Workplace workplace = Workplace.open(cluster, node);
    workplace.underPolicy(
        policy ->
            ((ObjectNode) policy.at("/pods"))
                .putObject("nodeSelector")
                .put("kubernetes.io/hostname", node));
    return workplace;
  }

  @AfterEach
  void everyNodeIsBack() {
    // Fails where there is no such taint, which is as well.
    cluster
        .kubectl("taint", "node", "node-2", "node.kubernetes.io/out-of-service:NoExecute-")
        .run();
    for (String node : List.of("node-2", "node-3")) {
      node(node).start();
    }
    second.close();
    third.close();
  }

  @Test
  @Shows(Reason.NodeLost)
  void nothingIsSaidToHaveEndedAndNothingIsForcedUntilTheNodeIsBackOrCertainlyGone() {
    for (Workplace workplace : List.of(second, third)) {
      workplace.script("runs", "sleep 600", NO_VOLUME);
      workplace.script("deleted", "trap '' TERM; sleep 600", SMALL);
    }
    second.script("later", "sleep 600", NO_VOLUME);
    SandboxTask comesBack = second.inPhase("deleted", "Running");
    SandboxTask goes = third.inPhase("deleted", "Running");
    for (Workplace workplace : List.of(second, third)) {
      workplace.inPhase("runs", "Running");
    }
    second.inPhase("later", "Running");

    node("node-2").stop("kubelet");
    node("node-3").kill();
    second.handle("deleted").delete();
    third.handle("deleted").delete();
    assertUnconfirmed(second, comesBack);
    assertUnconfirmed(third, goes);
    assertThat(second.task("runs").getStatus().phase()).isEqualTo(Phase.Running);
    assertThat(third.task("runs").getStatus().phase()).isEqualTo(Phase.Running);

    // Back: the kubelet's word comes after all.
    client.nodes().withName("node-3").delete();
    node("node-2").start();
    awaitGone(second, "deleted");
    assertThat(second.task("runs").getStatus().phase()).isEqualTo(Phase.Running);

    // Marked as off by somebody who knows.
    node("node-2").stop("kubelet");
    second.handle("later").delete();
    awaitNotReady("node-2");
    assertThat(second.task("runs").getStatus().phase()).isEqualTo(Phase.Running);
    cluster
        .kubectl("taint", "node", "node-2", "node.kubernetes.io/out-of-service=off:NoExecute")
        .succeed();
    awaitLost(second, "node node-2 was marked out of service");
    awaitGone(second, "later");
    cluster
        .kubectl("taint", "node", "node-2", "node.kubernetes.io/out-of-service:NoExecute-")
        .succeed();

    // Gone: the pods are, but not the volume that was there.
    awaitLost(third, "node node-3 is gone");
    Awaitility.await("the pod on node-3")
        .atMost(COLLECTED)
        .until(() -> third.pod(goes) == null && claim(third, goes) == null);
    assertThat(third.task("deleted")).as("its volume is on node-3").isNotNull();
    node("node-3").start();
    awaitGone(third, "deleted");
    assertNothingWasForced();
  }

  private void assertUnconfirmed(Workplace workplace, SandboxTask task) {
    SandboxTask said =
        new Stuck(workplace, task.getMetadata().getName()).awaitSaid("TerminationUnconfirmed");
    assertThat(said.getStatus().conditions())
        .anySatisfy(c -> assertThat(c.message()).contains("node.kubernetes.io/out-of-service"));
    assertThat(workplace.pod(task)).as("the pod").isNotNull();
    assertThat(claim(workplace, task)).as("the claim").isNotNull();
    assertThat(
            client
                .network()
                .v1()
                .networkPolicies()
                .inNamespace(workplace.namespace())
                .withName(task.getStatus().podName())
                .get())
        .as("the policy")
        .isNotNull();
  }

  private Object claim(Workplace workplace, SandboxTask task) {
    return client
        .persistentVolumeClaims()
        .inNamespace(workplace.namespace())
        .withName(task.getStatus().podName())
        .get();
  }

  private static void awaitLost(Workplace workplace, String words) {
    Awaitility.await(words)
        .atMost(COLLECTED)
        .until(() -> workplace.task("runs").getStatus().phase() != Phase.Running);
    SandboxTask lost = workplace.finished("runs");
    assertThat(lost.getStatus().phase()).as("%s", lost.getStatus()).isEqualTo(Phase.Failed);
    assertThat(lost.getStatus().reason()).as("%s", lost.getStatus()).isEqualTo("NodeLost");
    assertThat(lost.getStatus().message()).contains(words);
    assertThat(lost.getStatus().retryable()).isTrue();
  }

  private static void awaitGone(Workplace workplace, String task) {
    Awaitility.await(task + " is destroyed")
        .atMost(COLLECTED)
        .until(() -> workplace.task(task) == null);
  }

  private void awaitNotReady(String node) {
    Awaitility.await(node + " is not Ready")
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                client.nodes().withName(node).get().getStatus().getConditions().stream()
                    .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("Unknown")));
  }

  /** Whoever deletes without the kubelet's word is the cluster's collector, after a person's. */
  private void assertNothingWasForced() {
    List<AuditLog.Request> deletions =
        new AuditLog(cluster.localNode().auditLog())
            .writesBy("system:serviceaccount:glovebox-system:glovebox-operator").stream()
                .filter(r -> r.verb().equals("delete") && r.resource().equals("pods"))
                .filter(r -> List.of(second.namespace(), third.namespace()).contains(r.namespace()))
                .toList();
    assertThat(deletions).as("each pod was asked once, with its own grace period").hasSize(3);
  }

  private LocalNode node(String name) {
    return cluster.localNode().named(name);
  }
}
