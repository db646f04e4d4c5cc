package dev.glovebox.operator.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Finding;
import dev.glovebox.api.v1alpha1.Isolation;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.api.v1alpha1.TaskCondition;
import dev.glovebox.core.reason.Reason;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A status is whole, says only what holds now, and keeps what only it can tell. */
class StatusDraftTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00.123Z");
  private static final Instant LATER = NOON.plusSeconds(60);

  private final SandboxTask task = task();

  @Test
  void theSameDraftTwiceIsTheSameStatus() {
    SandboxTaskStatus once = StatusDraft.of(task).phase(Phase.Pending).build(NOON);
    task.setStatus(once);

    assertThat(StatusDraft.of(task).phase(Phase.Pending).build(LATER)).isEqualTo(once);
  }

  @Test
  void aReasonDoesNotOutliveWhatItWasFor() {
    task.setStatus(
        StatusDraft.of(task).because(Reason.QuotaExceeded, "exceeded quota").build(NOON));

    SandboxTaskStatus next = StatusDraft.of(task).phase(Phase.Provisioning).build(LATER);

    assertThat(next.reason()).isEmpty();
    assertThat(next.message()).isEmpty();
    assertThat(next.retryable()).isFalse();
  }

  @Test
  void aMessageIsCutAndMadeHarmlessOrTheServerWouldRefuseTheStatus() {
    SandboxTaskStatus status =
        StatusDraft.of(task)
            .because(Reason.StartError, "exec: \u001b[31m" + "x".repeat(65_536))
            .build(NOON);

    assertThat(status.message()).startsWith("exec: \\x1B[31mxxx").endsWith("…");
    assertThat(status.message().length()).isLessThanOrEqualTo(4096);
  }

  @Test
  void whatOnlyTheStatusTellsIsKept() {
    task.setStatus(
        StatusDraft.of(task)
            .pod("gbx-a", "uid-1", NOON)
            .proof(new Isolation(null, null, null), List.of(), "2026-01-01T12:00:01Z")
            .node("node-1")
            .build(NOON));

    SandboxTaskStatus next = StatusDraft.of(task).phase(Phase.Running).build(LATER);

    assertThat(next.podUID()).isEqualTo("uid-1");
    assertThat(next.startTime()).isEqualTo("2026-01-01T12:00:00.123Z");
    assertThat(next.provedTime()).isEqualTo("2026-01-01T12:00:01Z");
    assertThat(next.isolation()).isNotNull();
    assertThat(next.nodeName()).isEqualTo("node-1");
  }

  @Test
  void aConditionChangesItsTimeOnlyWithItsStatus() {
    task.setStatus(StatusDraft.of(task).phase(Phase.Pending).build(NOON));

    SandboxTaskStatus next =
        StatusDraft.of(task)
            .because(Reason.PolicyViolation, "spec.image is not allowed")
            .ended(Phase.Refused, LATER)
            .build(LATER);

    assertThat(condition(next, "Isolated").lastTransitionTime()).isEqualTo("2026-01-01T12:00:00Z");
    assertThat(condition(next, "Finished").lastTransitionTime()).isEqualTo("2026-01-01T12:01:00Z");
    assertThat(condition(next, "Finished").status()).isEqualTo("True");
  }

  @Test
  void everyConditionHasAReasonAndTheGeneration() {
    for (Phase phase : Phase.values()) {
      assertThat(StatusDraft.of(task).phase(phase).build(NOON).conditions())
          .as(phase.name())
          .hasSize(6)
          .allSatisfy(
              condition -> {
                assertThat(condition.reason()).matches("[A-Z][A-Za-z]+");
                assertThat(condition.observedGeneration()).isEqualTo(7L);
              });
    }
  }

  @Test
  void whatAFailedProbeSawIsShownAndProvesNothing() {
    SandboxTaskStatus status =
        StatusDraft.of(task)
            .phase(Phase.Stopping)
            .because(Reason.AttestationFailed, "the kernel is the node's")
            .evidence(new Isolation(null, null, null))
            .build(NOON);

    assertThat(status.isolation()).isNotNull();
    assertThat(condition(status, "Isolated").status()).isEqualTo("False");
  }

  @Test
  void aProofThatIsRejectedLaterIsNoProof() {
    task.setStatus(
        StatusDraft.of(task)
            .proof(new Isolation(null, null, null), List.of(), "2026-01-01T12:00:01Z")
            .build(NOON));
    assertThat(condition(task.getStatus(), "Isolated").status()).isEqualTo("True");

    SandboxTaskStatus status =
        StatusDraft.of(task).because(Reason.IsolationLost, "a policy widened").build(LATER);

    assertThat(condition(status, "Isolated").status()).isEqualTo("False");
  }

  @Test
  void aFindingMakesATaskLessThanHardenedAndStays() {
    task.setStatus(
        StatusDraft.of(task)
            .proof(
                new Isolation(null, null, null),
                List.of(new Finding("NodeReachable", "its own node answers")),
                "2026-01-01T12:00:01Z")
            .build(NOON));

    SandboxTaskStatus next = StatusDraft.of(task).phase(Phase.Running).build(LATER);

    assertThat(next.findings()).hasSize(1);
    assertThat(condition(next, "Hardened").status()).isEqualTo("False");
    assertThat(condition(next, "Hardened").message()).isEqualTo("NodeReachable");
  }

  private static TaskCondition condition(SandboxTaskStatus status, String type) {
    return status.conditions().stream()
        .filter(condition -> condition.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  private static SandboxTask task() {
    var task = new SandboxTask();
    task.setMetadata(new ObjectMetaBuilder().withName("a").withGeneration(7L).build());
    return task;
  }
}
