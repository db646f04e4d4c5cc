package dev.glovebox.operator.reconcile;

import dev.glovebox.operator.write.ClusterWriter;
import dev.glovebox.operator.write.ClusterWriter.Precondition;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import java.time.Duration;
import java.time.Instant;

/**
 * An ended task is kept for its ttl, then deleted. Deleting it only marks it: the finalizer keeps
 * the object until everything of it is destroyed, so there is one way of destruction.
 */
final class ExpireStep implements Step {
  private final ClusterWriter writer;

  ExpireStep(ClusterWriter writer) {
    this.writer = writer;
  }

  @Override
  public Progress run(Pass pass) {
    String ended = pass.task().getStatus().completionTime();
    Instant since = ended == null ? pass.created() : Instant.parse(ended);
    Duration left = Duration.between(pass.now(), since.plus(Limits.ttl(pass.task())));
    if (left.isPositive()) {
      return new Progress.Wait(left);
    }
    return switch (writer.delete(
        ObjectKind.TASK,
        pass.namespace(),
        pass.task().getMetadata().getName(),
        Precondition.uid(pass.uid()))) {
      case WriteResult.Rejected no -> new Progress.Retry("ttl: " + no.message());
      case WriteResult.Unavailable no -> new Progress.Retry("ttl: " + no.message());
      default -> new Progress.Settled();
    };
  }
}
