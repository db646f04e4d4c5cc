package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whole tasks where a policy of another engine's kind allows something. The kind is there without
 * its engine: not for a cluster of one's own, which may have the real one.
 */
@OnCluster
@Tag("local-node")
class OtherPolicyIT {
  private static final String CRD = "ciliumnetworkpolicies.cilium.io";

  private static Cluster cluster;

  @BeforeAll
  static void theKindIsServed(Cluster on) {
    cluster = on;
    apply(
        """
        {"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
         "metadata":{"name":"%s"},
         "spec":{"group":"cilium.io","scope":"Namespaced",
           "names":{"plural":"ciliumnetworkpolicies","singular":"ciliumnetworkpolicy",
             "kind":"CiliumNetworkPolicy","listKind":"CiliumNetworkPolicyList"},
           "versions":[{"name":"v2","served":true,"storage":true,"schema":{"openAPIV3Schema":
             {"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}}"""
            .formatted(CRD));
    cluster.kubectl("wait", "--for=condition=Established", "crd/" + CRD).succeed();
  }

  @AfterAll
  static void theKindIsGone() {
    cluster.kubectl("delete", "crd", CRD, "--ignore-not-found").succeed();
  }

  @Test
  void aPolicyOfAnotherKindThatAllowsRefusesATaskAndEndsOneThatRuns() {
    try (Workplace workplace = Workplace.open(cluster, "other-policy")) {
      apply(policy(workplace, "opens", "egress"));
      SandboxTask refused = firstRefused(workplace);
      assertThat(refused.getStatus().reason()).isEqualTo("NetworkPolicyWidened");
      assertThat(refused.getStatus().message()).contains("CiliumNetworkPolicy", "opens");
      delete(workplace, "opens");

      apply(policy(workplace, "only-denies", "egressDeny"));
      workplace.script("runs", "sleep 120", "terminationGracePeriodSeconds: 1");
      SandboxTask running = workplace.inPhase("runs", "Running");
      assertThat(running.getStatus().podUID()).as("one that only denies is fine").isNotBlank();
      apply(policy(workplace, "opens", "ingress"));
      SandboxTask lost = workplace.finished("runs");
      assertThat(lost.getStatus().phase()).as("%s", lost.getStatus()).isEqualTo(Phase.Failed);
      assertThat(lost.getStatus().reason()).isEqualTo("IsolationLost");
      assertThat(lost.getStatus().message()).contains("CiliumNetworkPolicy", "opens");

      theKindIsGone();
      workplace.script("after", "true", "");
      SandboxTask after = workplace.finished("after");
      assertThat(after.getStatus().phase())
          .as("a kind that was uninstalled refuses nobody: %s", after.getStatus())
          .isEqualTo(Phase.Succeeded);
    }
  }

  /** The server's groups are asked for again after 30 s: a task before that does not know. */
  private static SandboxTask firstRefused(Workplace workplace) {
    int[] tries = {0};
    return Awaitility.await("a task is refused")
        .atMost(Duration.ofSeconds(90))
        .pollInterval(Duration.ofSeconds(2))
        .until(
            () -> {
              String name = "try-" + tries[0]++;
              workplace.script(name, "true", "");
              return workplace.finished(name);
            },
            task -> task.getStatus().phase() == Phase.Refused);
  }

  private static String policy(Workplace workplace, String name, String section) {
    return """
        {"apiVersion":"cilium.io/v2","kind":"CiliumNetworkPolicy",
         "metadata":{"name":"%s","namespace":"%s"},
         "spec":{"endpointSelector":{},"%s":[{"%s":["world"]}]}}"""
        .formatted(
            name,
            workplace.namespace(),
            section,
            section.startsWith("egress") ? "toEntities" : "fromEntities");
  }

  private static void apply(String json) {
    cluster.client().resource(json).serverSideApply();
  }

  private static void delete(Workplace workplace, String name) {
    cluster
        .kubectl("-n", workplace.namespace(), "delete", "ciliumnetworkpolicies.cilium.io", name)
        .succeed();
  }
}
