package dev.glovebox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.glovebox.cli.Failure;
import dev.glovebox.cli.run.WaitGoal.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WaitGoalTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Finished | {phase: Failed, conditions: [{type: Finished, status: \"True\"}]} | MET",
        "Finished | {phase: Running} | NOT_YET",
        "Finished | null | NOT_YET",
        "Succeeded | {phase: Failed, conditions: [{type: Succeeded, status: \"False\"}]} | NEVER",
        "Succeeded | {phase: Running, conditions: [{type: Succeeded, status: Unknown}]} | NOT_YET",
        "condition=Succeeded=False | {phase: Failed, conditions: [{type: Succeeded, status: \"False\"}]} | MET",
        "condition=Isolated | {phase: Running, conditions: [{type: Isolated, status: \"True\"}]} | MET",
        "Isolated | {phase: Refused, conditions: [{type: Isolated, status: \"False\"}]} | NEVER",
        "Running | {phase: Running} | MET",
        "phase=Running | {phase: Succeeded} | NEVER",
        "phase=Running | {phase: Attesting} | NOT_YET",
        "Destroyed | {phase: Succeeded} | NOT_YET",
      })
  void aStateSaysWhetherItIsMetOrEverCanBe(String goal, String status, Answer answer) {
    assertThat(WaitGoal.parse(goal).of(Tasks.with(status))).isEqualTo(answer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Destroyed", "delete", "condition=Destroyed"})
  void onlyATaskThatIsGoneIsDestroyed(String goal) {
    assertThat(WaitGoal.parse(goal).ofNone()).isEqualTo(Answer.MET);
    assertThat(WaitGoal.FINISHED.ofNone()).isEqualTo(Answer.NEVER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "finished",
        "condition=",
        "condition=Nonsense",
        "condition=Finished=true",
        "phase=x"
      })
  void whatIsNotKnownNamesWhatThereIs(String goal) {
    assertThatThrownBy(() -> WaitGoal.parse(goal))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("Finished, Succeeded")
        .hasMessageContaining("Running");
  }

  @Test
  void isNamedAsItWasAskedFor() {
    assertThat(WaitGoal.parse("condition=Finished")).hasToString("Finished");
    assertThat(WaitGoal.parse("delete")).hasToString("Destroyed");
  }

  @Test
  void aJsonpathIsSentToKubectl() {
    assertThatThrownBy(() -> WaitGoal.parse("jsonpath={.status.phase}=Running"))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("kubectl wait sandboxtask/NAME --for jsonpath=");
  }

  @Test
  void ofATaskThatNobodyDeletesItIsSaidAndWhatWould() {
    var task = Tasks.with("{phase: Running}");
    try (var server = new FakeApiServer();
        var client = server.client()) {
      assertThat(Destruction.notDeleted(client, task))
          .contains("hello is not being deleted (it is Running)")
          .contains("kubectl glovebox delete hello -n agents");
    }
    task.getMetadata().setDeletionTimestamp("2026-11-30T07:00:01Z");
    assertThat(Destruction.why(task, "other")).isEqualTo("other");
  }
}
