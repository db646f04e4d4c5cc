package dev.glovebox.core.progress;

import static dev.glovebox.core.progress.Pods.condition;
import static dev.glovebox.core.progress.Pods.ended;
import static dev.glovebox.core.progress.Pods.onNode;
import static dev.glovebox.core.progress.Pods.proved;
import static dev.glovebox.core.progress.Pods.running;
import static dev.glovebox.core.progress.Pods.waiting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.core.progress.PodProgress.Ended;
import dev.glovebox.core.progress.PodProgress.Held;
import dev.glovebox.core.progress.PodProgress.ProbeFailed;
import dev.glovebox.core.progress.PodProgress.ProbePassed;
import dev.glovebox.core.progress.PodProgress.Probing;
import dev.glovebox.core.progress.PodProgress.Running;
import dev.glovebox.core.progress.PodProgress.Starting;
import dev.glovebox.core.progress.PodProgress.Unscheduled;
import io.fabric8.kubernetes.api.model.ContainerStateBuilder;
import io.fabric8.kubernetes.api.model.ContainerStateTerminatedBuilder;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import org.junit.jupiter.api.Test;

class PodProgressTest {
  private static final String INITIALIZING = "PodInitializing";

  @Test
  void aPodWithItsGateIsHeld() {
    assertThat(PodProgress.of(Pods.held())).isEqualTo(new Held());
    var fresh = new PodBuilder(Pods.held()).withStatus(null).build();
    assertThat(PodProgress.of(fresh)).isEqualTo(new Held());
  }

  @Test
  void aReleasedPodIsUnscheduledWithTheSchedulersWords() {
    assertThat(PodProgress.of(Pods.released())).isEqualTo(new Unscheduled(""));
    var pod = Pods.released();
    pod.getStatus()
        .getConditions()
        .add(condition("PodScheduled", "False", "Unschedulable", "0/3 nodes are available"));
    assertThat(PodProgress.of(pod)).isEqualTo(new Unscheduled("0/3 nodes are available"));
  }

  @Test
  void aPodOnItsNodeIsStarting() {
    assertThat(PodProgress.of(onNode("Pending", null, null))).isEqualTo(new Starting("", ""));
    var pod =
        onNode(
            "Pending",
            waiting("probe", "ErrImagePull", "no such host"),
            waiting("task", INITIALIZING, null));
    assertThat(PodProgress.of(pod)).isEqualTo(new Starting("ErrImagePull", "no such host"));
  }

  @Test
  void theProbeIsAtWork() {
    var pod = onNode("Pending", running("probe"), waiting("task", INITIALIZING, null));
    assertThat(PodProgress.of(pod)).isEqualTo(new Probing(Pods.STARTED));
  }

  @Test
  void theProbeFailed() {
    var pod =
        onNode(
            "Pending", ended("probe", 1, "Error", "{report}"), waiting("task", INITIALIZING, null));
    assertThat(PodProgress.of(pod)).isEqualTo(new ProbeFailed(1, "{report}"));
  }

  @Test
  void theProbePassedAndTheImageIsBeingPulled() {
    var pod = proved("Pending", waiting("task", "ImagePullBackOff", "Back-off"));
    assertThat(PodProgress.of(pod))
        .isEqualTo(new ProbePassed("{report}", "ImagePullBackOff", "Back-off"));
    assertThat(PodProgress.of(proved("Pending", null)))
        .isEqualTo(new ProbePassed("{report}", "", ""));
  }

  @Test
  void theTaskRuns() {
    assertThat(PodProgress.of(proved("Running", running("task"))))
        .isEqualTo(new Running(Pods.STARTED, "{report}"));
  }

  @Test
  void aTaskThatRunsWithoutAPassedProbeIsSeenRunningAndWithoutAReport() {
    var pod = onNode("Running", running("probe"), running("task"));
    assertThat(PodProgress.of(pod)).isEqualTo(new Running(Pods.STARTED, ""));
  }

  @Test
  void aContainerThatEndedBeforeThePodIsStillRunning() {
    // The kubelet holds the pod's phase back until the sandbox is gone.
    var pod = proved("Running", ended("task", 0, "Completed", "done"));
    assertThat(PodProgress.of(pod)).isEqualTo(new Running(Pods.STARTED, "{report}"));
  }

  @Test
  void aContainerThatTheKubeletLostIsNotWaitingToStart() {
    var task = waiting("task", INITIALIZING, null);
    task.setLastState(
        new ContainerStateBuilder()
            .withTerminated(
                new ContainerStateTerminatedBuilder()
                    .withExitCode(137)
                    .withReason("ContainerStatusUnknown")
                    .build())
            .build());
    assertThat(PodProgress.of(proved("Running", task))).isInstanceOf(Running.class);
  }

  @Test
  void aFinishedPodHasEnded() {
    assertThat(PodProgress.of(Pods.finished(0, "Completed")))
        .isInstanceOfSatisfying(
            Ended.class,
            ended -> {
              assertThat(ended.outcome().phase()).isEqualTo(Phase.Succeeded);
              assertThat(ended.probeTerminationMessage()).isEqualTo("{report}");
            });
  }

  @Test
  void readingAPodDoesNotChangeIt() {
    var pod = onNode("Failed", null, new ContainerStatusBuilder().withName("task").build());
    var before = new PodBuilder(pod).build();
    PodProgress.of(pod);
    assertThat(pod).isEqualTo(before);
  }

  @Test
  void whatWasSaidWhileTheGateWasOnIsNotTheSchedulersWord() {
    Pod released = Pods.released();
    released.getStatus().setConditions(Pods.held().getStatus().getConditions());

    assertThat(PodProgress.of(released)).isEqualTo(new PodProgress.Unscheduled(""));
  }
}
