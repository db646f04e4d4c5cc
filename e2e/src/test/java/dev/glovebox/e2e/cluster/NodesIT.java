package dev.glovebox.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NodeRuntimeHandler;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That the local cluster's further nodes are nodes: what placement and loss are tested on. */
@OnCluster(value = OnCluster.Needs.NODES, up = "--nodes 3 --node-3 no-runsc,no-netpol")
@Tag("local-node")
class NodesIT {
  private static final Duration NOTICED = Duration.ofSeconds(40);

  private final Cluster cluster;
  private final KubernetesClient client;
  private Workplace workplace;
  private NodePods pods;

  NodesIT(Cluster cluster) {
    this.cluster = cluster;
    client = cluster.client();
  }

  @BeforeEach
  void openWorkplace() {
    workplace = Workplace.open(cluster, "nodes");
    pods = new NodePods(workplace);
  }

  @AfterEach
  void closeWorkplace() {
    cluster.localNode().named("node-2").start();
    workplace.close();
  }

  @Test
  void aPodIsReachedFromAnotherNodeByItsOwnAddressAndSeesTheCallers() {
    String address = pods.listener("listener", "node-2").getStatus().getPodIP();
    String caller = pods.listener("caller", "node-1").getStatus().getPodIP();

    String knock = "echo GET /comm | nc -w 2 " + address + " 8080";
    cluster
        .kubectl("-n", workplace.namespace(), "exec", "caller", "--", "sh", "-c", knock)
        .succeed();

    Awaitility.await().untilAsserted(() -> assertThat(pods.log("listener")).contains(caller + "]"));
  }

  @Test
  void aPolicyShutsAPodOnTheNodeWithAnEngineAndNotOnTheOneWithout() {
    String enforced = pods.listener("enforced", "node-2").getStatus().getPodIP();
    String unenforced = pods.listener("unenforced", "node-3").getStatus().getPodIP();
    assertThat(pods.reaches("node-1", enforced)).as("without a policy").isTrue();

    String deny =
        """
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: {name: deny}
        spec:
          podSelector: {matchExpressions: [{key: app, operator: In, values: [enforced, unenforced]}]}
          policyTypes: [Ingress]
        """;
    client.resource(deny).inNamespace(workplace.namespace()).create();

    assertThat(pods.reaches("node-1", enforced)).as("node-2, with a policy").isFalse();
    assertThat(pods.reaches("node-1", unenforced)).as("node-3, with a policy").isTrue();
  }

  @Test
  void onlyTheNodeWithoutGVisorLacksItsHandler() {
    assertThat(handlers("node-2")).contains("runsc", "runc");
    assertThat(handlers("node-3")).contains("runc").doesNotContain("runsc");
  }

  @Test
  void aVolumeIsOnTheSelectedNodeAndIsNotSaidToBeDeletedWhileThatNodeIsGone() {
    pods.withVolume("writer", "node-2", "echo here > /data/file; sleep 300");
    pods.await("writer", "Running");
    PersistentVolume volume = volumeOf("writer");
    LocalNode second = cluster.localNode().named("node-2");
    String file = second.volumes().resolve(volume.getMetadata().getName() + "/file").toString();
    Awaitility.await()
        .untilAsserted(
            () -> assertThat(second.inNode("cat", file).run().output().strip()).isEqualTo("here"));
    assertThat(cluster.localNode().inNode("cat", file).run().exitCode()).as("node-1").isNotZero();

    second.kill();
    client.pods().inNamespace(workplace.namespace()).withName("writer").withGracePeriod(0).delete();
    client.persistentVolumeClaims().inNamespace(workplace.namespace()).withName("writer").delete();
    Awaitility.await()
        .untilAsserted(
            () -> assertThat(phase(volume)).as("its claim is gone").isEqualTo("Released"));
    assertNotReady("node-2");
    assertThat(phase(volume)).as("while its node is gone").isEqualTo("Released");

    second.start();
    Awaitility.await()
        .atMost(NOTICED)
        .until(() -> client.persistentVolumes().resource(volume).get() == null);
  }

  @Test
  void aNodeWhoseKubeletIsStoppedIsNotReadyUntilItGoesOn() {
    LocalNode second = cluster.localNode().named("node-2");
    assertThat(ready("node-2")).isEqualTo("True");

    second.stop("kubelet");
    assertNotReady("node-2");
    assertThat(ready("node-1")).isEqualTo("True");

    second.start();
    assertThat(ready("node-2")).isEqualTo("True");
  }

  private void assertNotReady(String node) {
    Awaitility.await(node + " is not Ready")
        .atMost(NOTICED)
        .until(() -> ready(node).equals("Unknown"));
  }

  private String ready(String node) {
    return client.nodes().withName(node).get().getStatus().getConditions().stream()
        .filter(condition -> condition.getType().equals("Ready"))
        .findFirst()
        .orElseThrow()
        .getStatus();
  }

  private List<String> handlers(String node) {
    return client.nodes().withName(node).get().getStatus().getRuntimeHandlers().stream()
        .map(NodeRuntimeHandler::getName)
        .toList();
  }

  private PersistentVolume volumeOf(String claim) {
    String name =
        client
            .persistentVolumeClaims()
            .inNamespace(workplace.namespace())
            .withName(claim)
            .get()
            .getSpec()
            .getVolumeName();
    return client.persistentVolumes().withName(name).get();
  }

  private String phase(PersistentVolume volume) {
    PersistentVolume now = client.persistentVolumes().resource(volume).get();
    return now == null ? "said to be deleted" : now.getStatus().getPhase();
  }
}
