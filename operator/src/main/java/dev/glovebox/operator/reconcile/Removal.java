package dev.glovebox.operator.reconcile;

import dev.glovebox.operator.status.StatusDraft;
import dev.glovebox.operator.write.ClusterWriter;
import dev.glovebox.operator.write.ClusterWriter.Precondition;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import java.time.Duration;
import java.time.Instant;

/** What the steps of the destruction have in common. */
final class Removal {
  /** The deletion comes as an event; this is for the case that it gets lost. */
  private static final Duration GONE = Duration.ofSeconds(2);

  private static final Duration STUCK = Duration.ofSeconds(30);

  private final ClusterWriter writer;
  private final TaskStatus status;

  Removal(ClusterWriter writer, TaskStatus status) {
    this.writer = writer;
    this.status = status;
  }

  /** Asks for the deletion; the next pass looks whether it is gone. */
  Progress delete(ObjectKind kind, OwnObject object, Pass pass) {
    return switch (writer.delete(
        kind, pass.namespace(), pass.objectName(), Precondition.uid(object.uid()))) {
      case WriteResult.Done done -> new Progress.Wait(GONE);
      case WriteResult.NotFound gone -> new Progress.Stale();
      case WriteResult.Conflict conflict -> new Progress.Stale();
      case WriteResult.AlreadyExists impossible -> new Progress.Stale();
      case WriteResult.Rejected no -> new Progress.Retry(kind.kind() + ": " + no.message());
      case WriteResult.Unavailable no -> new Progress.Retry(kind.kind() + ": " + no.message());
    };
  }

  /** Says in the status that something is still there. Everything that is left is kept. */
  Progress stuck(Pass pass, String reason, String message) {
    Progress progress =
        status.warn(
            pass,
            StatusDraft.unchanged(pass.task()).notDestroyed(reason, message),
            reason,
            message);
    return progress instanceof Progress.Proceed ? new Progress.Wait(STUCK) : progress;
  }

  /** Time since somebody deleted the task. */
  Duration deletedFor(Pass pass) {
    return Duration.between(
        Instant.parse(pass.task().getMetadata().getDeletionTimestamp()), pass.now());
  }
}
