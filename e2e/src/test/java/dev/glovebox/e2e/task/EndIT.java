package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.TaskCondition;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.reason.Shows;
import java.time.Duration;
import java.time.Instant;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How tasks end, and what their status says then. */
@OnCluster
class EndIT {
  private Workplace workplace;

  @BeforeEach
  void open(Cluster cluster) {
    workplace = Workplace.open(cluster, "end");
  }

  @AfterEach
  void close() {
    workplace.close();
  }

  @Test
  void aTaskThatExitsWithSevenFailedWithSevenAndItsLastWords() {
    workplace.script("seven", "echo \"last words\" > /dev/termination-log; exit 7", "");

    SandboxTask task = workplace.finished("seven");

    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Failed);
    assertThat(task.getStatus().reason()).isEqualTo("ExitNonZero");
    assertThat(task.getStatus().exitCode()).isEqualTo(7);
    assertThat(task.getStatus().terminationMessage()).contains("last words");
    assertThat(condition(task, "Finished")).isEqualTo("True");
    assertThat(condition(task, "Succeeded")).isEqualTo("False");
    assertThat(condition(task, "Isolated")).isEqualTo("True");
  }

  @Test
  @Shows(Reason.PodDeleted)
  void aReleasedPodThatDisappearsIsNeverMadeAgain() {
    workplace.script("vanishing", "sleep 300", "");
    SandboxTask running = workplace.inPhase("vanishing", "Running");
    String podUid = running.getStatus().podUID();

    workplace
        .cluster()
        .client()
        .pods()
        .inNamespace(workplace.namespace())
        .withName(running.getStatus().podName())
        .withGracePeriod(1)
        .delete();

    SandboxTask task = workplace.finished("vanishing");
    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Failed);
    assertThat(task.getStatus().reason()).isEqualTo("PodDeleted");
    assertThat(task.getStatus().podUID()).isEqualTo(podUid);
    Awaitility.await()
        .during(Duration.ofSeconds(5))
        .atMost(Duration.ofSeconds(8))
        .until(() -> workplace.pod(task) == null);
  }

  @Test
  void aFinishedTaskIsDeletedAfterItsTtlAndNotBefore() {
    workplace.script("brief", "true", "ttlSecondsAfterFinished: 5");
    SandboxTask task = workplace.finished("brief");
    Instant completed = Instant.parse(task.getStatus().completionTime());

    Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> workplace.task("brief") == null);

    assertThat(Instant.now()).isAfter(completed.plusSeconds(5));
    assertThat(workplace.pod(task)).isNull();
  }

  private static String condition(SandboxTask task, String type) {
    return task.getStatus().conditions().stream()
        .filter(condition -> condition.type().equals(type))
        .map(TaskCondition::status)
        .findFirst()
        .orElse("absent");
  }
}
