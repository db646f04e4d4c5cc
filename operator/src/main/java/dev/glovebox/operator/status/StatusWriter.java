package dev.glovebox.operator.status;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.operator.write.ClusterWriter;
import dev.glovebox.operator.write.WriteResult;
import java.time.Clock;
import java.time.Instant;

/** Writes a status when it differs from the one that is there, and only over that one. */
public final class StatusWriter {
  private final ClusterWriter writer;
  private final Clock clock;

  public StatusWriter(ClusterWriter writer, Clock clock) {
    this.writer = writer;
    this.clock = clock;
  }

  /** What came of it. */
  public sealed interface Outcome {}

  /** The server keeps it now; {@code resourceVersion} is the task's new one. */
  public record Written(SandboxTaskStatus status, String resourceVersion) implements Outcome {}

  /** It was there already. */
  public record Unchanged() implements Outcome {}

  /** The task is not the one that the status was decided on, or is gone: look again. */
  public record Stale() implements Outcome {}

  /** The server did not take it. */
  public record Failed(String message) implements Outcome {}

  /** Now, by the clock of every status. */
  public Instant now() {
    return clock.instant();
  }

  /** Builds the draft, compares, writes. */
  public Outcome write(SandboxTask task, StatusDraft draft) {
    SandboxTaskStatus status = draft.build(clock.instant());
    if (status.equals(task.getStatus())) {
      return new Unchanged();
    }
    return switch (writer.status(task, status)) {
      case WriteResult.Done done ->
          new Written(status, done.object().path("metadata").path("resourceVersion").asText());
      case WriteResult.Conflict conflict -> new Stale();
      case WriteResult.NotFound gone -> new Stale();
      case WriteResult.AlreadyExists impossible -> new Failed("the server said AlreadyExists");
      case WriteResult.Rejected rejected ->
          new Failed("status refused (%d): %s".formatted(rejected.code(), rejected.message()));
      case WriteResult.Unavailable unavailable -> new Failed(unavailable.message());
    };
  }
}
