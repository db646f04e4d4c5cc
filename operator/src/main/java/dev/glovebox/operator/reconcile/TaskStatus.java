package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.operator.observe.LogKeys;
import dev.glovebox.operator.observe.TaskEvents;
import dev.glovebox.operator.observe.TaskMetrics;
import dev.glovebox.operator.status.StatusDraft;
import dev.glovebox.operator.status.StatusWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a pass's status, and tells people about what was written: once, after the server took it.
 */
final class TaskStatus {
  private static final Logger LOG = LoggerFactory.getLogger(TaskStatus.class);

  private final StatusWriter writer;
  private final ObjectReads reads;
  private final TaskEvents events;
  private final TaskMetrics metrics;
  private final Supplier<Instant> watchedSince;

  /**
   * Writes and tells.
   *
   * @param watchedSince since when this operator watches the tasks that run
   */
  TaskStatus(
      StatusWriter writer,
      ObjectReads reads,
      TaskEvents events,
      TaskMetrics metrics,
      Supplier<Instant> watchedSince) {
    this.watchedSince = watchedSince;
    this.writer = writer;
    this.reads = reads;
    this.events = events;
    this.metrics = metrics;
  }

  Instant now() {
    return writer.now();
  }

  /** Writes a status that is not the last; proceeds when the server has it. */
  Progress write(Pass pass, StatusDraft draft) {
    return written(pass, draft) instanceof Outcome.No no ? no.progress() : new Progress.Proceed();
  }

  /** Writes a status that people should hear of. */
  Progress announce(Pass pass, StatusDraft draft, String event, String message) {
    Outcome outcome = written(pass, draft);
    if (outcome instanceof Outcome.New) {
      events.normal(pass.task(), event, message);
    }
    return outcome instanceof Outcome.No no ? no.progress() : new Progress.Proceed();
  }

  /** As {@link #announce}, for trouble. */
  Progress warn(Pass pass, StatusDraft draft, String event, String message) {
    Outcome outcome = written(pass, draft);
    if (outcome instanceof Outcome.New) {
      events.warning(pass.task(), event, message);
    }
    return outcome instanceof Outcome.No no ? no.progress() : new Progress.Proceed();
  }

  /** Writes the last status of a task; the next thing to happen to it is its expiry. */
  Progress settle(Pass pass, StatusDraft draft) {
    Outcome outcome = written(pass, draft);
    if (outcome instanceof Outcome.No no) {
      return no.progress();
    }
    if (outcome instanceof Outcome.New last) {
      SandboxTaskStatus status = last.status();
      metrics.ended(status.phase(), status.reason());
      if (status.runningTime() != null && status.completionTime() != null) {
        metrics.ran(
            Duration.between(
                Instant.parse(status.runningTime()), Instant.parse(status.completionTime())));
      }
      if (status.phase() == Phase.Succeeded) {
        events.normal(pass.task(), "Succeeded", "exit code 0");
      } else {
        events.warning(pass.task(), status.reason(), status.message());
      }
      LogKeys.about(LOG.atInfo(), pass.task(), status.reason())
          .addKeyValue("phase", status.phase())
          .log("task ended");
    }
    return new Progress.Wait(Limits.ttl(pass.task()));
  }

  private sealed interface Outcome {
    record New(SandboxTaskStatus status) implements Outcome {}

    record Same() implements Outcome {}

    record No(Progress progress) implements Outcome {}
  }

  private Outcome written(Pass pass, StatusDraft draft) {
    if (!pass.fresh() && isBehind(pass)) {
      return new Outcome.No(new Progress.Stale());
    }
    return switch (writer.write(pass.task(), draft.watchedSince(watchedSince.get()))) {
      case StatusWriter.Written written -> {
        pass.written(written);
        yield new Outcome.New(written.status());
      }
      case StatusWriter.Unchanged unchanged -> new Outcome.Same();
      case StatusWriter.Stale stale -> new Outcome.No(new Progress.Stale());
      case StatusWriter.Failed failed -> new Outcome.No(new Progress.Retry(failed.message()));
    };
  }

  /**
   * Whether the informer's task is not the server's. A read is cheaper than a write that the server
   * refuses, and the informer is behind most often just after a write of our own.
   */
  private boolean isBehind(Pass pass) {
    return reads.task(pass.namespace(), pass.task().getMetadata().getName())
            instanceof Lookup.Found<SandboxTask> found
        && !found
            .value()
            .getMetadata()
            .getResourceVersion()
            .equals(pass.task().getMetadata().getResourceVersion());
  }
}
