package dev.glovebox.e2e.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodIP;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A cluster whose pods have IPv6 addresses. No canary is asked over IPv6, so nothing is known of
 * what answers there, and no sandbox may have such an address.
 */
@OnCluster(up = "--ipv6")
@Tag("local-node")
class DualStackIT {

  @Test
  void whereAnOrdinaryPodReachesOthersOverIpv6NoTaskStarts(Cluster cluster) {
    var certificates = new Certificates(cluster);
    certificates.forget();
    try (Workplace workplace = Workplace.open(cluster, "dual-stack")) {
      Pod canary =
          cluster
              .client()
              .pods()
              .inNamespace(Certificates.NAMESPACE)
              .withLabel("app.kubernetes.io/name", "glovebox-canary")
              .list()
              .getItems()
              .getFirst();
      String address =
          canary.getStatus().getPodIPs().stream()
              .map(PodIP::getIp)
              .filter(ip -> ip.contains(":"))
              .findFirst()
              .orElseThrow();
      assertThat(ordinaryPod(workplace, address)).as("control").contains("glovebox-canary hello");

      workplace.script("six", "echo started; ip addr", "");
      SandboxTask refused = workplace.finished("six");

      assertThat(refused.getStatus().phase())
          .as("%s", refused.getStatus())
          .isEqualTo(Phase.Refused);
      assertThat(refused.getStatus().message()).contains("IPv6");
      assertThat(workplace.pod(refused)).as("no pod was made for it").isNull();
      assertThat(certificates.get("node-1.gvisor").getStatus().certified()).isFalse();
    }
  }

  /** Under gVisor too, with no policy that selects it. */
  private static String ordinaryPod(Workplace workplace, String address) {
    workplace
        .cluster()
        .client()
        .resource(
            """
            {"apiVersion":"v1","kind":"Pod","metadata":{"name":"control","namespace":"%s"},
             "spec":{"restartPolicy":"Never","runtimeClassName":"gvisor",
               "securityContext":{"runAsNonRoot":true,"runAsUser":10001,
                 "seccompProfile":{"type":"RuntimeDefault"}},
               "containers":[{"name":"control","image":"%s","command":["/bin/sh","-c"],
                 "args":["for i in 1 2 3 4 5; do echo hello | timeout 2 nc %s 8787 && break; sleep 1; done"],
                 "securityContext":{"allowPrivilegeEscalation":false,
                   "capabilities":{"drop":["ALL"]}}}]}}"""
                .formatted(workplace.namespace(), workplace.busybox(), address))
        .create();
    var pod =
        workplace.cluster().client().pods().inNamespace(workplace.namespace()).withName("control");
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> pod.get().getStatus().getPhase(),
            p -> p.equals("Succeeded") || p.equals("Failed"));
    return pod.getLog();
  }
}
