package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.TaskCondition;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
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
  void a_task_that_exits_with_seven_failed_with_seven_and_its_last_words() {
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
  void a_command_that_is_not_there_is_a_start_error() {
    workplace.create(
        "nothere", "image: %s\ncommand: [/bin/no-such-command]".formatted(workplace.busybox()));

    SandboxTask task = workplace.finished("nothere");

    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Failed);
    assertThat(task.getStatus().reason()).isEqualTo("StartError");
  }

  @Test
  void a_task_that_runs_too_long_is_stopped_and_keeps_its_pod_and_its_log() {
    workplace.script("slow", "echo started; sleep 300", "timeouts: {runSeconds: 3}");

    SandboxTask task = workplace.finished("slow");

    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Failed);
    assertThat(task.getStatus().reason()).isEqualTo("DeadlineExceeded");
    assertThat(workplace.log(task)).contains("started");
  }

  @Test
  void a_cancelled_task_is_stopped_and_keeps_its_pod_and_its_log() {
    workplace.script("cancelled", "echo started; sleep 300", "");
    workplace.inPhase("cancelled", "Running");

    workplace
        .cluster()
        .kubectl(
            "-n",
            workplace.namespace(),
            "patch",
            "sandboxtask",
            "cancelled",
            "--type=merge",
            "-p",
            "{\"spec\":{\"desiredState\":\"Cancelled\"}}")
        .succeed();

    SandboxTask task = workplace.finished("cancelled");
    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Failed);
    assertThat(task.getStatus().reason()).isEqualTo("Cancelled");
    assertThat(workplace.log(task)).contains("started");
  }

  @Test
  void a_task_cancelled_before_it_was_released_never_started() {
    workplace.create(
        "never",
        "image: %s\ncommand: [/bin/true]\ndesiredState: Cancelled".formatted(workplace.busybox()));

    SandboxTask task = workplace.finished("never");

    assertThat(task.getStatus().phase()).isEqualTo(Phase.Refused);
    assertThat(task.getStatus().reason()).isEqualTo("CancelledBeforeStart");
    assertThat(workplace.pod(task)).isNull();
  }

  @Test
  void a_released_pod_that_disappears_is_never_made_again() {
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
  void a_finished_task_is_deleted_after_its_ttl_and_not_before() {
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
