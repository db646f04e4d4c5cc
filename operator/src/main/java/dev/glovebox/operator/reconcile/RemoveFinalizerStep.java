package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Names;
import dev.glovebox.operator.observe.TaskMetrics;
import dev.glovebox.operator.write.ClusterWriter;
import dev.glovebox.operator.write.WriteResult;
import java.time.Duration;
import java.time.Instant;

/** Nothing of the task is left: it may go. */
final class RemoveFinalizerStep implements Step {
  private final ClusterWriter writer;
  private final ObjectReads reads;
  private final TaskMetrics metrics;

  RemoveFinalizerStep(ClusterWriter writer, ObjectReads reads, TaskMetrics metrics) {
    this.writer = writer;
    this.reads = reads;
    this.metrics = metrics;
  }

  @Override
  public Progress run(Pass pass) {
    return switch (reads.task(pass.namespace(), pass.task().getMetadata().getName())) {
      case Lookup.Unreadable<SandboxTask> no -> new Progress.Retry("task: " + no.message());
      case Lookup.Absent<SandboxTask> gone -> new Progress.Settled();
      case Lookup.Found<SandboxTask> found -> {
        var metadata = found.value().getMetadata();
        yield metadata.getUid().equals(pass.uid())
                && metadata.getFinalizers().contains(Names.FINALIZER)
            ? remove(found.value(), pass)
            : new Progress.Settled();
      }
    };
  }

  private Progress remove(SandboxTask task, Pass pass) {
    return switch (writer.removeFinalizer(task)) {
      case WriteResult.Done done -> {
        Instant deleted = Instant.parse(pass.task().getMetadata().getDeletionTimestamp());
        metrics.destroyed(Duration.between(deleted, pass.now()));
        yield new Progress.Settled();
      }
      case WriteResult.NotFound gone -> new Progress.Settled();
      case WriteResult.Conflict conflict -> new Progress.Stale();
      case WriteResult.AlreadyExists impossible -> new Progress.Stale();
      // A failed test is a 422 as well; the next pass reads the task again.
      case WriteResult.Rejected no -> new Progress.Retry("finalizer: " + no.message());
      case WriteResult.Unavailable no -> new Progress.Retry("finalizer: " + no.message());
    };
  }
}
