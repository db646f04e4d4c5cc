package dev.glovebox.core.progress;

import static dev.glovebox.core.progress.Pods.condition;
import static dev.glovebox.core.progress.Pods.deleted;
import static dev.glovebox.core.progress.Pods.ended;
import static dev.glovebox.core.progress.Pods.finished;
import static dev.glovebox.core.progress.Pods.onNode;
import static dev.glovebox.core.progress.Pods.proved;
import static dev.glovebox.core.progress.Pods.running;
import static dev.glovebox.core.progress.Pods.says;
import static dev.glovebox.core.progress.Pods.unlocated;
import static dev.glovebox.core.progress.Pods.waiting;
import static dev.glovebox.core.progress.Pods.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.core.reason.Reason;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RunOutcomeTest {

  @Test
  void exitCodeZeroIsASuccessWithItsLastWordsAndTimes() {
    var outcome =
        RunOutcome.of(proved("Succeeded", ended("task", 0, "Completed", "done \u001b[2J")), null);
    assertThat(outcome)
        .isEqualTo(
            new RunOutcome(
                Phase.Succeeded, null, 0, "", "done \\x1B[2J", Pods.STARTED, Pods.FINISHED));
  }

  @Test
  void aSuccessThatCameBeforeTheStopStaysOneUnlessItsIsolationWasLost() {
    var pod = finished(0, "Completed");
    assertThat(RunOutcome.of(pod, Reason.Cancelled).phase()).isEqualTo(Phase.Succeeded);
    assertThat(RunOutcome.of(pod, Reason.IsolationLost).reason()).isEqualTo(Reason.IsolationLost);
    assertThat(RunOutcome.of(pod, Reason.ProofRejected).reason()).isEqualTo(Reason.ProofRejected);
  }

  @Test
  void exitCodeZeroAfterTheDeadlineIsNoSuccess() {
    var pod = proved("Failed", ended("task", 0, "Completed", null));
    pod = with(pod, says("DeadlineExceeded", "Pod was active on the node longer than 1800 s"));
    assertThat(RunOutcome.of(pod, null).reason()).isEqualTo(Reason.DeadlineExceeded);
    assertThat(RunOutcome.of(pod, Reason.Cancelled).reason()).isEqualTo(Reason.Cancelled);
  }

  @Test
  void aPodThatWentAwayAfterItsProcessHadEndedWellIsASuccess() {
    var pod = with(proved("Running", ended("task", 0, "Completed", null)), deleted());
    assertThat(RunOutcome.of(pod, null).phase()).isEqualTo(Phase.Succeeded);
    assertThat(RunOutcome.of(pod, Reason.Cancelled).reason()).isEqualTo(Reason.Cancelled);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("ends")
  void eachEndOfARunHasItsReason(
      String end, Pod pod, Reason reason, Integer exitCode, String words) {
    var outcome = RunOutcome.of(pod, null);
    assertThat(outcome.phase()).isEqualTo(Phase.Failed);
    assertThat(outcome.reason()).isEqualTo(reason);
    assertThat(outcome.exitCode()).isEqualTo(exitCode);
    assertThat(outcome.message()).contains(words);
  }

  /** Messages as seen on a cluster, or as kubelet 1.34 writes them. */
  static List<Arguments> ends() {
    return List.of(
        of("exit code 3", finished(3, "Error"), Reason.ExitNonZero, 3, "exit code 3"),
        of("killed", finished(137, "Error"), Reason.ExitNonZero, 137, "perhaps for lack of memory"),
        of(
            "out of memory in gVisor",
            finished(128, "OOMKilled"),
            Reason.OutOfMemory,
            128,
            "memory"),
        of("out of memory in Kata", finished(137, "OOMKilled"), Reason.OutOfMemory, 137, "memory"),
        of(
            "deadline",
            with(finished(143, "Error"), says("DeadlineExceeded", "Pod was active")),
            Reason.DeadlineExceeded,
            143,
            "Pod was active"),
        of(
            "own disk limit",
            with(
                finished(143, "Error"),
                says(
                    "Evicted",
                    "Pod ephemeral local storage usage exceeds the total limit of containers 64Mi. ")),
            Reason.StorageExceeded,
            143,
            "64Mi"),
        of(
            "own container's disk limit",
            with(
                finished(137, "Error"),
                says(
                    "Evicted",
                    "Container task exceeded its local ephemeral storage limit \"64Mi\". ")),
            Reason.StorageExceeded,
            137,
            "64Mi"),
        of(
            "a full directory",
            with(
                finished(137, "Error"),
                says(
                    "Evicted",
                    "Usage of EmptyDir volume \"workspace\" exceeds the limit \"1Gi\". ")),
            Reason.StorageExceeded,
            137,
            "workspace"),
        of(
            "a node low on disk",
            with(
                finished(137, "Error"),
                says(
                    "Evicted",
                    "The node was low on resource: ephemeral-storage. Threshold quantity: 1Gi")),
            Reason.Evicted,
            137,
            "low on resource"),
        of(
            "a node that is shut down",
            with(finished(137, "Error"), says("Terminated", "Pod was terminated in response")),
            Reason.Evicted,
            137,
            "Terminated"),
        of("preempted", disrupted("PreemptionByScheduler", ""), Reason.Evicted, 143, "Preemption"),
        of(
            "evicted by the API",
            disrupted("EvictionByEvictionAPI", "Eviction API: evicting"),
            Reason.Evicted,
            143,
            "EvictionByEvictionAPI: Eviction API: evicting"),
        of(
            "given up by the control plane",
            with(
                proved("Failed", running("task")),
                pod ->
                    pod.getStatus()
                        .getConditions()
                        .add(condition("DisruptionTarget", "True", "DeletionByPodGC", ""))),
            Reason.NodeLost,
            null,
            "DeletionByPodGC"),
        of(
            "command not there",
            proved("Failed", Pods.startError("exec: \"nope\": not found")),
            Reason.StartError,
            null,
            "\"nope\": not found"),
        of(
            "command not there under runc",
            proved("Failed", ended("task", 127, "ContainerCannotRun", "no such file")),
            Reason.StartError,
            null,
            "no such file"),
        of(
            "deleted by somebody",
            with(finished(143, "Error"), deleted()),
            Reason.PodDeleted,
            143,
            "deleted by somebody"),
        of(
            "gone while it ran",
            with(proved("Running", running("task")), deleted()),
            Reason.PodDeleted,
            null,
            "deleted by somebody"),
        of(
            "lost by the kubelet",
            proved("Failed", unlocated("task")),
            Reason.NodeLost,
            null,
            "does not know"));
  }

  @Test
  void whatTheRuntimeSaysIsNotTakenForTheTasksLastWords() {
    assertThat(RunOutcome.of(proved("Failed", Pods.startError("exec")), null))
        .satisfies(
            outcome -> {
              assertThat(outcome.terminationMessage()).isEmpty();
              assertThat(outcome.startedAt()).isNull();
              assertThat(outcome.finishedAt()).isEqualTo(Pods.FINISHED);
            });
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void eachEndBeforeTheStartIsARefusal(
      String end, Pod pod, Reason asked, Reason reason, String words) {
    var outcome = RunOutcome.of(pod, asked);
    assertThat(outcome.phase()).isEqualTo(Phase.Refused);
    assertThat(outcome.reason()).isEqualTo(reason);
    assertThat(reason.outcome()).isEqualTo(Reason.Outcome.REFUSED);
    assertThat(outcome.exitCode()).isNull();
    assertThat(outcome.message()).contains(words);
  }

  static List<Arguments> refusals() {
    var notYet = waiting("task", "PodInitializing", null);
    var probeKilled = onNode("Failed", ended("probe", 143, "Error", null), notYet);
    return List.of(
        Arguments.of(
            "rejected by the kubelet",
            with(
                onNode("Failed", null, null),
                says("UnexpectedAdmissionError", "Pod was rejected: no device")),
            null,
            Reason.Unschedulable,
            "UnexpectedAdmissionError: Pod was rejected: no device"),
        Arguments.of(
            "never on a node", with(Pods.released(), deleted()), null, Reason.Unschedulable, ""),
        Arguments.of(
            "probe failed without a word",
            onNode("Failed", ended("probe", 1, "Error", null), notYet),
            null,
            Reason.AttestationFailed,
            "left no report"),
        Arguments.of(
            "pod's own deadline during the probe",
            with(copy(probeKilled), says("DeadlineExceeded", "active")),
            null,
            Reason.ProvisionTimeout,
            "active"),
        Arguments.of(
            "evicted during the probe",
            with(copy(probeKilled), says("Evicted", "The node was low")),
            null,
            Reason.SandboxStartFailed,
            "The node was low"),
        Arguments.of(
            "deleted during the probe",
            with(copy(probeKilled), deleted()),
            null,
            Reason.SandboxStartFailed,
            "deleted by somebody else before the task started"),
        Arguments.of(
            "stopped for its image",
            proved("Failed", unlocated("task")),
            Reason.ImagePullFailed,
            Reason.ImagePullFailed,
            "before the task started"),
        Arguments.of(
            "cancelled in time",
            copy(probeKilled),
            Reason.Cancelled,
            Reason.CancelledBeforeStart,
            "cancelled"),
        Arguments.of(
            "isolation lost before the start",
            copy(probeKilled),
            Reason.IsolationLost,
            Reason.SandboxStartFailed,
            "IsolationLost"));
  }

  @Test
  void aTaskToBeRefusedThatMayHaveStartedFails() {
    var pod = with(proved("Running", running("task")), deleted());
    assertThat(RunOutcome.of(pod, Reason.ImagePullFailed))
        .satisfies(
            outcome -> {
              assertThat(outcome.phase()).isEqualTo(Phase.Failed);
              assertThat(outcome.reason()).isEqualTo(Reason.PodDeleted);
              assertThat(outcome.message()).contains("ImagePullFailed");
            });
    assertThat(RunOutcome.of(pod, Reason.CancelledBeforeStart).reason())
        .isEqualTo(Reason.Cancelled);
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void theReasonAlwaysFitsThePhase(Reason asked) {
    for (var pod :
        List.of(
            Pods.held(),
            Pods.released(),
            onNode("Pending", null, null),
            proved("Running", running("task")),
            finished(1, "Error"),
            finished(0, "Completed"),
            proved("Failed", unlocated("task")),
            onNode("Failed", unlocated("probe"), null))) {
      var outcome = RunOutcome.of(pod, asked);
      switch (outcome.phase()) {
        case Succeeded -> assertThat(outcome.reason()).isNull();
        case Failed -> assertThat(outcome.reason().outcome()).isEqualTo(Reason.Outcome.FAILED);
        default -> assertThat(outcome.reason().outcome()).isEqualTo(Reason.Outcome.REFUSED);
      }
    }
  }

  private static Pod disrupted(String reason, String message) {
    var pod = with(finished(143, "Error"), deleted());
    pod.getStatus().getConditions().add(condition("DisruptionTarget", "True", reason, message));
    return pod;
  }

  private static Pod copy(Pod pod) {
    return new PodBuilder(pod).build();
  }

  private static Arguments of(String end, Pod pod, Reason reason, Integer exitCode, String words) {
    return Arguments.of(end, pod, reason, exitCode, words);
  }
}
