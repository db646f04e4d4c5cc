package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.certify.Certificates;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Listener;
import dev.glovebox.e2e.cluster.LocalNode;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The policy engine programs its rules after a pod's network exists: whoever starts at once finds
 * it open.
 */
@OnCluster
@Tag("local-node")
class RaceIT {
  private static final int SLOW_RUNS = 50;

  /** Tasks that share one pause of the engine. */
  private static final int AT_ONCE = 10;

  /** From when the last of them has its probe: the first ones wait longer. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /** From the first instruction on, for two seconds. */
  private static final String TRY_AT_ONCE =
      """
      end=$(($(date +%s) + 2))
      while [ $(date +%s) -le $end ]; do
        nc -w 1 169.254.169.254 80 </dev/null >/dev/null 2>&1 && echo ANSWERED
      done
      echo tried
      """;

  @Test
  void noneOfFiftyTasksGetsAnAnswerWhenThePolicyEngineIsFiveSecondsLate(Cluster cluster)
      throws InterruptedException {
    LocalNode node = cluster.localNode();
    try (Workplace workplace = Workplace.open(cluster, "slow");
        Listener metadata = Listener.at(node, "169.254.169.254", 80)) {
      assertThat(metadata.process().isAlive()).isTrue();
      // The node's certificate first: one that is made under a stopped engine says that nothing
      // enforces policies here, and every task is refused.
      new Certificates(cluster).forget();
      workplace.script("certifies", "true", "resources: {cpu: 100m, memory: 128Mi}");
      assertThat(workplace.finished("certifies").getStatus().phase()).isEqualTo(Phase.Succeeded);
      // The race is real on this cluster, before and after.
      assertThat(plainPod(workplace, "control-before")).contains("ANSWERED");
      for (int batch = 0; batch < SLOW_RUNS / AT_ONCE; batch++) {
        List<String> names = startUnderAStoppedEngine(workplace, node, batch);
        for (String name : names) {
          SandboxTask task = workplace.finished(name);
          assertThat(task.getStatus().phase())
              .as("%s", task.getStatus())
              .isEqualTo(Phase.Succeeded);
          assertThat(workplace.log(task)).contains("tried").doesNotContain("ANSWERED");
          // The probe itself saw that it was open, and for how long: the control of every run.
          assertThat(task.getStatus().isolation().network().lastOpenMilliseconds())
              .isGreaterThan(PAUSE.toMillis() - 1_000);
        }
      }
      assertThat(plainPod(workplace, "control-after")).contains("ANSWERED");
    }
  }

  /** kube-router stands still: whatever starts is under a policy that nothing enforces yet. */
  private static List<String> startUnderAStoppedEngine(
      Workplace workplace, LocalNode node, int batch) throws InterruptedException {
    List<String> names = new ArrayList<>();
    node.inNode("pkill", "-STOP", "-x", "kube-router").succeed();
    try {
      for (int i = 0; i < AT_ONCE; i++) {
        String name = "patient-%d-%d".formatted(batch, i);
        workplace.script(name, TRY_AT_ONCE, "resources: {cpu: 100m, memory: 128Mi}");
        names.add(name);
      }
      for (String name : names) {
        workplace.await(name, "has its probe started", task -> probeStarted(workplace.pod(task)));
      }
      Thread.sleep(PAUSE.toMillis());
      for (String name : names) {
        assertThat(workplace.pod(workplace.task(name)).getStatus().getContainerStatuses())
            .as("the task's container while everything is open")
            .allMatch(task -> task.getState().getWaiting() != null);
      }
    } finally {
      node.inNode("pkill", "-CONT", "-x", "kube-router").succeed();
    }
    return names;
  }

  private static boolean probeStarted(Pod pod) {
    return pod != null
        && pod.getStatus().getInitContainerStatuses().stream()
            .anyMatch(probe -> probe.getState().getWaiting() == null);
  }

  /** A pod that is no sandbox, under a policy that is the sandboxes' own but for its selector. */
  private static String plainPod(Workplace workplace, String name) {
    var client = workplace.cluster().client();
    client
        .resource(
            Serialization.unmarshal(
                """
                apiVersion: networking.k8s.io/v1
                kind: NetworkPolicy
                metadata: {name: %s, namespace: %s}
                spec:
                  podSelector: {matchLabels: {control: %s}}
                  policyTypes: [Ingress, Egress]
                """
                    .formatted(name, workplace.namespace(), name),
                NetworkPolicy.class))
        .create();
    client
        .resource(
            Serialization.unmarshal(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: %s, labels: {control: %s}}
                spec:
                  restartPolicy: Never
                  securityContext: {runAsNonRoot: true, runAsUser: 10001, seccompProfile: {type: RuntimeDefault}}
                  containers:
                  - name: control
                    image: %s
                    command: [/bin/sh, -c]
                    args:
                    - |
                %s
                    securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
                """
                    .formatted(
                        name,
                        workplace.namespace(),
                        name,
                        workplace.busybox(),
                        TRY_AT_ONCE.indent(6)),
                Pod.class))
        .create();
    var pod = client.pods().inNamespace(workplace.namespace()).withName(name);
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> "Succeeded".equals(pod.get().getStatus().getPhase()));
    return pod.getLog();
  }
}
