package dev.glovebox.core.progress;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.core.verify.ProbeReport;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pods as a kubelet 1.34 with gVisor left them: rendered, released, and seen on a local cluster.
 */
class SeenPodsTest {
  private static final Path FILES = Path.of("src/test/resources/pods");
  private static final KubernetesSerialization JSON =
      new KubernetesSerialization(new ObjectMapper(), false);

  @ParameterizedTest(name = "{0}")
  @MethodSource("ended")
  void eachEndIsUnderstood(String file, Reason asked, Phase phase, Reason reason, Integer exitCode)
      throws IOException {
    var outcome = RunOutcome.of(read(file), asked);
    assertThat(outcome.phase()).isEqualTo(phase);
    assertThat(outcome.reason()).isEqualTo(reason);
    assertThat(outcome.exitCode()).isEqualTo(exitCode);
    assertThat(PodProgress.of(read(file)))
        .as("a pod that is not finished and has no end is gone: only the caller knows")
        .satisfies(
            progress ->
                assertThat(progress instanceof PodProgress.Ended)
                    .isEqualTo(!file.equals("deleted-while-pulling")));
  }

  static List<Arguments> ended() {
    return List.of(
        Arguments.of("succeeded", null, Phase.Succeeded, null, 0),
        Arguments.of("exit-3", null, Phase.Failed, Reason.ExitNonZero, 3),
        Arguments.of("command-not-there", null, Phase.Failed, Reason.StartError, null),
        Arguments.of("out-of-memory", null, Phase.Failed, Reason.OutOfMemory, 128),
        Arguments.of("too-much-disk", null, Phase.Failed, Reason.StorageExceeded, 143),
        Arguments.of("deadline", null, Phase.Failed, Reason.DeadlineExceeded, 143),
        Arguments.of("deadline", Reason.Cancelled, Phase.Failed, Reason.Cancelled, 143),
        Arguments.of("deleted-while-running", null, Phase.Failed, Reason.PodDeleted, 143),
        Arguments.of("deleted-while-pulling", null, Phase.Failed, Reason.PodDeleted, null),
        Arguments.of("deleted-while-probing", null, Phase.Refused, Reason.SandboxStartFailed, null),
        Arguments.of("probe-gave-up", null, Phase.Refused, Reason.AttestationFailed, null),
        Arguments.of("probe-stopped", null, Phase.Refused, Reason.ProvisionTimeout, null),
        Arguments.of(
            "probe-stopped",
            Reason.CancelledBeforeStart,
            Phase.Refused,
            Reason.CancelledBeforeStart,
            null),
        Arguments.of(
            "image-not-pulled-stopped",
            Reason.ImagePullFailed,
            Phase.Refused,
            Reason.ImagePullFailed,
            null),
        Arguments.of(
            "image-not-pulled-ended",
            Reason.ImagePullFailed,
            Phase.Refused,
            Reason.ImagePullFailed,
            null));
  }

  @Test
  void eachPodOnItsWayIsUnderstood() throws IOException {
    assertThat(PodProgress.of(read("probing"))).isInstanceOf(PodProgress.Probing.class);
    assertThat(TaskStart.of(read("probing"))).isEqualTo(TaskStart.NEVER);
    assertThat(PodProgress.of(read("running")))
        .isInstanceOfSatisfying(
            PodProgress.Running.class,
            running ->
                assertThat(ProbeReport.parse(running.probeTerminationMessage()))
                    .isInstanceOfSatisfying(
                        ProbeReport.Report.class,
                        readable ->
                            assertThat(readable.report().kernel().release())
                                .isEqualTo("4.19.0-gvisor")));
    assertThat(TaskStart.of(read("running"))).isEqualTo(TaskStart.STARTED);
  }

  @Test
  void theTasksLastWordsAreKept() throws IOException {
    assertThat(RunOutcome.of(read("exit-3"), null).terminationMessage()).isEqualTo("bye\n");
  }

  @Test
  void noPodIsWithoutATest() throws IOException {
    var tested = new TreeSet<>(Set.of("probing", "running"));
    ended().forEach(row -> tested.add((String) row.get()[0]));
    try (var files = Files.list(FILES)) {
      assertThat(files.map(file -> file.getFileName().toString().replace(".json", "")))
          .containsExactlyInAnyOrderElementsOf(tested);
    }
  }

  private static Pod read(String file) throws IOException {
    return JSON.unmarshal(Files.readString(FILES.resolve(file + ".json")), Pod.class);
  }
}
