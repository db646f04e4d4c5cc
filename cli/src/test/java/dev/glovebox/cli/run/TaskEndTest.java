package dev.glovebox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskEndTest {
  private static List<String> lines(String yaml) {
    SandboxTaskStatus status = status(yaml);
    return TaskEnd.lines(status, status.message() == null ? "" : status.message());
  }

  private static SandboxTaskStatus status(String yaml) {
    return Tasks.with(yaml).getStatus();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{phase: Succeeded, exitCode: 0} | 0",
        "{phase: Failed, reason: ExitNonZero, exitCode: 7} | 7",
        "{phase: Failed, reason: OutOfMemory, exitCode: 137} | 137",
        "{phase: Failed, reason: OutOfMemory} | 125",
        "{phase: Failed, reason: DeadlineExceeded, exitCode: 143} | 124",
        "{phase: Failed, reason: IsolationLost, exitCode: 0} | 125",
        "{phase: Failed, reason: ProofRejected, exitCode: 0} | 125",
        "{phase: Failed, reason: NodeLost} | 125",
        "{phase: Refused, reason: PolicyViolation} | 125",
      })
  void theExitCodeIsTheTasksOwnAndNeverZeroForWhatDidNotSucceed(String status, int code) {
    assertThat(TaskEnd.exitCode(status(status))).isEqualTo(code);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{phase: Running, podName: p} | true",
        "{phase: Stopping, podName: p, runningTime: x} | true",
        "{phase: Failed, reason: ExitNonZero, podName: p} | true",
        "{phase: Succeeded, podName: p} | true",
        "{phase: Provisioning, podName: p} | false",
        "{phase: Attesting, podName: p} | false",
        "{phase: Stopping, podName: p} | false",
        "{phase: Refused, podName: p} | false",
        "{phase: Failed, reason: StartError, podName: p} | false",
        "{phase: Pending} | false",
      })
  void onlyWhatMayHaveRunMayHaveALog(String status, boolean may) {
    assertThat(TaskEnd.mayHaveRun(status(status))).isEqualTo(may);
  }

  @Test
  void whatHappenedAndWhatToDoIsTold() {
    assertThat(lines("{phase: Failed, reason: OutOfMemory, message: it was killed}"))
        .element(0)
        .isEqualTo("Failed: OutOfMemory: it was killed");
    assertThat(lines("{phase: Failed, reason: OutOfMemory, message: it was killed}"))
        .element(1)
        .asString()
        .startsWith("What to do: Raise spec.resources.memory");
    assertThat(lines("{phase: Succeeded}")).containsExactly("Succeeded");
  }

  @Test
  void itsLastWordsAreUntrusted() {
    assertThat(lines("{phase: Succeeded, terminationMessage: \"bye\\e[2J\\nDestroyed\"}"))
        .containsExactly(
            "Succeeded", "  its last words: bye\\x1B[2J", "  its last words: Destroyed");
  }

  @Test
  void aReasonThatIsNotKnownHereIsShownAllTheSame() {
    assertThat(lines("{phase: Failed, reason: Newer, message: m}"))
        .containsExactly("Failed: Newer: m");
  }
}
