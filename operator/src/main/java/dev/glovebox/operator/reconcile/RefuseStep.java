package dev.glovebox.operator.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.operator.status.StatusDraft;
import dev.glovebox.operator.write.ClusterWriter;
import dev.glovebox.operator.write.ClusterWriter.Precondition;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import java.util.List;
import java.util.Optional;

/**
 * Refuses a task of which no pod was ever recorded: nothing of it can have run, so what an earlier
 * step made is removed at once, and the refusal written. But for a pod that a webhook let go: it
 * may run, and is ended like one that was released.
 */
final class RefuseStep {
  private static final List<ObjectKind> ORDER =
      List.of(ObjectKind.POD, ObjectKind.CLAIM, ObjectKind.NETWORK_POLICY);

  private final ClusterWriter writer;
  private final ObjectReads reads;
  private final TaskStatus status;

  RefuseStep(ClusterWriter writer, ObjectReads reads, TaskStatus status) {
    this.writer = writer;
    this.reads = reads;
    this.status = status;
  }

  /**
   * Refuses.
   *
   * @return the stop itself when nothing holds the pod; it is the pass's pod then
   */
  Progress refuse(Pass pass, Progress.Stop stop) {
    for (ObjectKind kind : ORDER) {
      Optional<Progress> trouble = remove(kind, pass, stop);
      if (trouble.isPresent()) {
        return trouble.get();
      }
    }
    StatusDraft draft = StatusDraft.of(pass.task());
    if (pass.plan() != null) {
      draft.plan(pass.plan());
    }
    return status.settle(
        pass,
        draft
            .because(stop.reason(), stop.message())
            .failedChecks(stop.failedChecks())
            .ended(Phase.Refused, status.now()));
  }

  private Optional<Progress> remove(ObjectKind kind, Pass pass, Progress.Stop stop) {
    return switch (reads.object(kind, pass.namespace(), pass.objectName())) {
      case Lookup.Absent<JsonNode> absent -> Optional.empty();
      case Lookup.Unreadable<JsonNode> no ->
          Optional.of(new Progress.Retry(kind.kind() + ": " + no.message()));
      case Lookup.Found<JsonNode> found -> {
        var there = new OwnObject(found.value());
        if (!isOurs(there, pass)) {
          yield Optional.empty();
        }
        if (kind == ObjectKind.POD && !there.isHeld()) {
          pass.pod(there.asPod());
          yield Optional.of(stop);
        }
        yield there.deletion().isEmpty() ? delete(kind, pass, there) : Optional.empty();
      }
    };
  }

  /** A webhook may have taken away what an object of ours is known by. */
  private static boolean isOurs(OwnObject there, Pass pass) {
    return there.belongsTo(pass.uid()) || there.isOwnedBy(pass.uid()) || pass.hasMade(there.uid());
  }

  private Optional<Progress> delete(ObjectKind kind, Pass pass, OwnObject there) {
    return switch (writer.delete(
        kind, pass.namespace(), pass.objectName(), Precondition.uid(there.uid()))) {
      case WriteResult.Done done -> Optional.empty();
      case WriteResult.NotFound gone -> Optional.empty();
      case WriteResult.Conflict conflict -> Optional.of(new Progress.Stale());
      case WriteResult.AlreadyExists impossible -> Optional.of(new Progress.Stale());
      case WriteResult.Rejected no -> Optional.of(new Progress.Retry(no.message()));
      case WriteResult.Unavailable no -> Optional.of(new Progress.Retry(no.message()));
    };
  }
}
