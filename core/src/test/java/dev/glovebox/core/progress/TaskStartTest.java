package dev.glovebox.core.progress;

import static dev.glovebox.core.progress.Pods.deleted;
import static dev.glovebox.core.progress.Pods.ended;
import static dev.glovebox.core.progress.Pods.onNode;
import static dev.glovebox.core.progress.Pods.proved;
import static dev.glovebox.core.progress.Pods.running;
import static dev.glovebox.core.progress.Pods.says;
import static dev.glovebox.core.progress.Pods.unlocated;
import static dev.glovebox.core.progress.Pods.waiting;
import static dev.glovebox.core.progress.Pods.with;
import static dev.glovebox.core.progress.TaskStart.NEVER;
import static dev.glovebox.core.progress.TaskStart.STARTED;
import static dev.glovebox.core.progress.TaskStart.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import org.junit.jupiter.api.Test;

class TaskStartTest {
  private static final ContainerStatus NOT_YET = waiting("task", "PodInitializing", null);

  @Test
  void aPodThatNoNodeEverHadNeverStarted() {
    assertBoth(Pods.held(), NEVER);
    assertBoth(Pods.released(), NEVER);
  }

  @Test
  void aProbeThatFailedLetsNothingStart() {
    assertBoth(onNode("Failed", ended("probe", 1, "Error", "{}"), NOT_YET), NEVER);
    assertBoth(onNode("Pending", ended("probe", 143, "Error", null), NOT_YET), NEVER);
  }

  @Test
  void aPodThatTheKubeletRejectedNeverStarted() {
    var pod = onNode("Failed", null, null);
    assertBoth(with(pod, says("OutOfcpu", "Pod was rejected: Node didn't have enough cpu")), NEVER);
  }

  @Test
  void aTaskThatRunsOrRanHasStarted() {
    assertBoth(proved("Running", running("task")), STARTED);
    assertBoth(Pods.finished(0, "Completed"), STARTED);
    assertBoth(Pods.finished(3, "Error"), STARTED);
    var rejectedLater = proved("Failed", running("task"));
    assertBoth(with(rejectedLater, says("NodeAffinity", "Pod was rejected: x")), STARTED);
  }

  @Test
  void aLivePodWithoutASignHasNotStartedYetAndAGonePodIsNotKnown() {
    for (var pod :
        new Pod[] {
          onNode("Pending", null, null),
          onNode("Pending", running("probe"), NOT_YET),
          proved("Pending", waiting("task", "ErrImagePull", "x"))
        }) {
      assertThat(TaskStart.of(pod)).isEqualTo(NEVER);
      assertThat(TaskStart.afterStop(with(pod, deleted()))).isEqualTo(UNKNOWN);
    }
  }

  @Test
  void aContainerThatWasMadeAndIsNotReportedRunningIsNotKnown() {
    var task = waiting("task", null, null);
    task.setContainerID("containerd://task");
    assertBoth(proved("Pending", task), UNKNOWN);
  }

  @Test
  void aContainerThatTheKubeletCannotFindIsNotKnownUnlessItWasStoppedBeforeItsStart() {
    var pod = proved("Failed", unlocated("task"));
    assertThat(TaskStart.of(pod)).isEqualTo(UNKNOWN);
    assertThat(TaskStart.afterStop(pod)).isEqualTo(NEVER);
    var image = onNode("Failed", unlocated("probe"), NOT_YET);
    assertThat(TaskStart.of(image)).isEqualTo(UNKNOWN);
    assertThat(TaskStart.afterStop(image)).isEqualTo(NEVER);
  }

  @Test
  void aPodThatItsDeadlineEndedShowsItsContainersAsTheKubeletFoundThem() {
    var pod = proved("Failed", waiting("task", "ErrImagePull", "x"));
    with(pod, says("DeadlineExceeded", "Pod was active on the node longer than 1 s"));
    assertThat(TaskStart.of(pod)).isEqualTo(UNKNOWN);
    assertThat(TaskStart.afterStop(pod)).isEqualTo(NEVER);
    pod.getStatus()
        .getConditions()
        .add(Pods.condition("DisruptionTarget", "True", "DeletionByPodGC", ""));
    assertThat(TaskStart.afterStop(pod)).isEqualTo(UNKNOWN);
  }

  @Test
  void aContainerThatHadAnIdAndIsNotFoundIsNotKnown() {
    var lost = unlocated("task");
    lost.setContainerID("containerd://task");
    assertBoth(proved("Failed", lost), UNKNOWN);
  }

  @Test
  void aPodThatTheControlPlaneGaveUpIsNotKnown() {
    // The garbage collector of pods writes the phase and leaves the containers as they were.
    assertBoth(onNode("Failed", running("probe"), NOT_YET), UNKNOWN);
    assertBoth(proved("Failed", NOT_YET), UNKNOWN);
    assertBoth(onNode("Failed", null, null), UNKNOWN);
  }

  @Test
  void aProcessThatTheRuntimeCouldNotStartIsNotKnown() {
    assertBoth(proved("Failed", Pods.startError("exec: not found")), UNKNOWN);
  }

  private static void assertBoth(Pod pod, TaskStart start) {
    assertThat(TaskStart.of(pod)).isEqualTo(start);
    assertThat(TaskStart.afterStop(pod)).isEqualTo(start);
  }
}
