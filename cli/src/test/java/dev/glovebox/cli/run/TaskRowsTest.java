package dev.glovebox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskRowsTest {
  private static final Instant NOW = Instant.parse("2026-11-30T07:00:09Z");
  private static final String ENDED =
      "{phase: Failed, reason: ExitNonZero, exitCode: 7, nodeName: node-1, podName: gbx-hello-1, effective: {runtimeClassName: gvisor}}";

  @Test
  void theColumnsAreThoseOfKubectlGet() {
    assertThat(new TaskRows(false, false).table(List.of(Tasks.with(ENDED)), NOW))
        .containsExactly(
            "NAME    PHASE    REASON        RUNTIME   EXIT   AGE",
            "hello   Failed   ExitNonZero   gvisor    7      9s");
    assertThat(
            new TaskRows(true, true).table(List.of(Tasks.with(ENDED)), NOW).getLast().split(" +"))
        .containsExactly(
            "agents",
            "hello",
            "Failed",
            "ExitNonZero",
            "gvisor",
            "7",
            "9s",
            "node-1",
            "gbx-hello-1",
            "None");
  }

  @Test
  void aChangeThatShowsIsALineAndAnotherIsNot() {
    var rows = new TaskRows(false, false);
    var running = new TaskStream.Change(Tasks.with("{phase: Running}"), false);
    assertThat(rows.changed(running, NOW)).isPresent();
    assertThat(rows.changed(running, NOW.plusSeconds(60))).isEmpty();
    assertThat(rows.changed(new TaskStream.Change(Tasks.with(ENDED), false), NOW))
        .get()
        .asString()
        .contains("Failed");
    assertThat(rows.changed(new TaskStream.Change(Tasks.with(ENDED), true), NOW))
        .get()
        .asString()
        .contains("(gone)");
    SandboxTask deleted = Tasks.with(ENDED);
    deleted.getMetadata().setDeletionTimestamp("2026-11-30T08:00:00Z");
    assertThat(rows.changed(new TaskStream.Change(deleted, true), NOW))
        .get()
        .asString()
        .contains("(deleted)");
  }
}
