package dev.glovebox.operator.reconcile;

import dev.glovebox.core.plan.Names;
import dev.glovebox.operator.write.ClusterWriter;
import dev.glovebox.operator.write.WriteResult;

/**
 * The finalizer comes before anything that it has to destroy, and not for a task that is refused
 * with nothing made.
 *
 * <p>Not left to the SDK: it looks for its finalizer in the informer's task, so that a task which
 * is handled again before the informer has caught up is patched a second time (seen on 5.3.2).
 */
final class AddFinalizerStep implements Step {
  private final ClusterWriter writer;

  AddFinalizerStep(ClusterWriter writer) {
    this.writer = writer;
  }

  @Override
  public Progress run(Pass pass) {
    if (pass.task().getMetadata().getFinalizers().contains(Names.FINALIZER)) {
      return new Progress.Proceed();
    }
    return switch (writer.addFinalizer(pass.task())) {
      case WriteResult.Done done -> {
        pass.finalizerAdded(new OwnObject(done.object()).resourceVersion());
        yield new Progress.Proceed();
      }
      case WriteResult.Unavailable no -> new Progress.Retry("finalizer: " + no.message());
      // A failed test is a 422 as well; the next pass reads the task again.
      case WriteResult.Rejected no -> new Progress.Retry("finalizer: " + no.message());
      case WriteResult.Conflict conflict -> new Progress.Stale();
      case WriteResult.NotFound gone -> new Progress.Settled();
      case WriteResult.AlreadyExists impossible -> new Progress.Stale();
    };
  }
}
