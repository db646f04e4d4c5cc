package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The operator dies without a word while tasks are under way. */
@OnCluster
@Tag("local-node")
class CrashIT {
  private static final String SMALL = "resources: {cpu: 200m, memory: 128Mi}\n";

  @Test
  void tenTasksReachTheStateTheyWouldHaveReachedWhenTheOperatorIsKilledInBetween(Cluster cluster)
      throws InterruptedException {
    try (Workplace workplace = Workplace.open(cluster, "crash")) {
      Map<String, String> wanted = new LinkedHashMap<>();
      for (int i = 0; i < 5; i++) {
        workplace.script("good-" + i, "echo start; sleep " + (2 * i), SMALL);
        wanted.put("good-" + i, "Succeeded/");
      }
      for (int i = 0; i < 2; i++) {
        workplace.script("bad-" + i, "echo start; sleep 3; exit 3", SMALL);
        wanted.put("bad-" + i, "Failed/ExitNonZero");
      }
      workplace.script("late", "echo start; sleep 300", SMALL + "timeouts: {runSeconds: 6}");
      wanted.put("late", "Failed/DeadlineExceeded");
      workplace.script("kata", "true", SMALL + "runtimes: [kata]");
      wanted.put("kata", "Refused/RuntimeClassMissing");

      // One kill in the middle of provisioning, one while tasks run.
      killOperator(cluster);
      workplace.script("newcomer", "echo start", SMALL);
      wanted.put("newcomer", "Succeeded/");
      workplace.await("good-4", "has a pod", task -> workplace.pod(task) != null);
      Thread.sleep(1_500);
      killOperator(cluster);

      Map<String, String> seen = new LinkedHashMap<>();
      for (String name : wanted.keySet()) {
        SandboxTask task = workplace.finished(name);
        String reason = task.getStatus().reason();
        seen.put(name, task.getStatus().phase() + "/" + (reason == null ? "" : reason));
        if (workplace.pod(task) != null) {
          assertThat(workplace.log(task).lines().filter("start"::equals))
              .as("%s started once", name)
              .hasSize(1);
        }
      }
      assertThat(seen).isEqualTo(wanted);
    }
  }

  /** SIGKILL to the Java process on the node, once there is one; the kubelet starts it again. */
  private static void killOperator(Cluster cluster) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> cluster.localNode().inNode("pkill", "-KILL", "-x", "java").run().exitCode() == 0);
  }
}
