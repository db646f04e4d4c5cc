package dev.glovebox.e2e.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a task ended as stays so, whoever writes its status. */
@OnCluster(OnCluster.Needs.CRDS)
class FinalStatusIT {
  private static final ObjectNode TASK = Submission.task("final-status");

  private static Submission submission;

  @BeforeAll
  static void open(Cluster cluster) {
    submission = new Submission(cluster);
  }

  @BeforeEach
  void create() {
    submission.create(TASK);
  }

  @AfterEach
  void remove() {
    submission.delete(TASK);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Succeeded", "Failed", "Refused"})
  void aFinalPhaseNeverChanges(String phase) {
    write(s -> s.put("phase", phase));
    String words = "status.phase " + phase + " is final and never changes";
    for (String other : new String[] {"Pending", "Running", "Stopping", "Succeeded", "Failed"}) {
      if (!other.equals(phase)) {
        assertRefused("status.phase: ", words, s -> s.put("phase", other));
      }
    }
    assertRefused("status.phase: ", words, s -> s.remove("phase"));
    assertRefused("status.phase: ", words, ObjectNode::removeAll);
  }

  @Test
  void phasesBeforeTheLastFollowEachOther() {
    for (String phase :
        new String[] {
          "Pending", "Provisioning", "Attesting", "Running", "Stopping", "Pending", "Failed"
        }) {
      write(s -> s.put("phase", phase));
    }
  }

  @Test
  void reasonAndExitCodeNeverChangeAfterAFinalPhase() {
    write(s -> s.put("phase", "Running").put("reason", "A"));
    write(s -> s.put("phase", "Failed").put("reason", "ExitNonZero").put("exitCode", 3));
    String words = "status.reason and status.exitCode never change after the final phase Failed";
    assertRefused("status.reason: ", words, s -> s.put("reason", "Cancelled"));
    assertRefused("status.reason: ", words, s -> s.remove("reason"));
    assertRefused("status.reason: ", words, s -> s.put("exitCode", 0));
    assertRefused("status.reason: ", words, s -> s.remove("exitCode"));
  }

  @Test
  void theRestOfAFinalStatusMayStillBeWritten() {
    write(s -> s.put("phase", "Succeeded").put("exitCode", 0));
    write(
        s ->
            s.put("message", "kept for 1 h")
                .putArray("conditions")
                .addObject()
                .put("type", "Destroyed")
                .put("status", "False"));
  }

  @Test
  void thePodThatWasReleasedIsTheOnlyOne() {
    write(s -> s.put("phase", "Provisioning"));
    write(s -> s.put("podUID", "11111111-2222-3333-4444-555555555555"));
    write(s -> s.put("phase", "Running"));
    String words = "a task has one pod, released once";
    assertRefused(
        "status.podUID: ", words, s -> s.put("podUID", "66666666-2222-3333-4444-555555555555"));
    assertRefused("status.podUID: ", words, s -> s.remove("podUID"));
    assertRefused("status.podUID: ", words, ObjectNode::removeAll);
  }

  @Test
  void aStatusHasNoUnknownPhaseAndNoNumberThatJavaCannotRead() {
    assertRefused("status.phase: ", "Unsupported value", s -> s.put("phase", "Done"));
    assertRefused("status.exitCode", "", s -> s.put("exitCode", 3_000_000_000L));
  }

  private static void write(Consumer<ObjectNode> change) {
    submission.updateStatus(changed(change));
  }

  private static void assertRefused(String field, String words, Consumer<ObjectNode> change) {
    ObjectNode task = changed(change);
    assertThat(
            Submission.refusal(task.get("status").toString(), () -> submission.updateStatus(task)))
        .contains(field, words);
  }

  private static ObjectNode changed(Consumer<ObjectNode> change) {
    ObjectNode task = submission.stored(TASK);
    change.accept(task.withObjectProperty("status"));
    return task;
  }
}
