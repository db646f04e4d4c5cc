package dev.glovebox.operator.observe;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.core.verify.IsolationLoss;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;

/** The series of tasks. */
final class TaskSeries implements TaskMetrics {

  private final MeterRegistry registry;

  /**
   * What is rare is there with 0 from the start: a counter that appears with 1 shows no increase,
   * and an alert would miss the first.
   */
  TaskSeries(MeterRegistry registry) {
    this.registry = registry;
    endings(Phase.Succeeded, "");
    for (Reason reason : Reason.values()) {
      boolean refused = reason.outcome() == Reason.Outcome.REFUSED;
      endings(refused ? Phase.Refused : Phase.Failed, reason.name());
    }
    for (IsolationLoss.What what : IsolationLoss.What.values()) {
      losses(what.name());
    }
  }

  @Override
  public void ended(Phase phase, String reason) {
    endings(phase, reason).increment();
  }

  private Counter endings(Phase phase, String reason) {
    return Counter.builder("glovebox.tasks.ended")
        .description("Tasks that reached a terminal phase; class says who has to act")
        .tags(Tags.of("phase", phase.name(), "reason", reason, "class", faultOf(reason)))
        .register(registry);
  }

  /** Empty where nobody has to act: for a task that succeeded; and for another version's reason. */
  private static String faultOf(String reason) {
    return Arrays.stream(Reason.values())
        .filter(known -> known.name().equals(reason))
        .map(known -> known.fault().name().toLowerCase(Locale.ROOT))
        .findFirst()
        .orElse("");
  }

  @Override
  public void riskTaken(Risk risk) {
    Counter.builder("glovebox.risks.taken")
        .description("Pods that were made with something given up (spec.dangerouslyAllow)")
        .tags(Tags.of("risk", risk.name()))
        .register(registry)
        .increment();
  }

  @Override
  public void isolationLost(String what) {
    losses(what).increment();
  }

  private Counter losses(String what) {
    return Counter.builder("glovebox.isolation.lost")
        .description("Proved pods that were deleted because what their isolation rests on changed")
        .tags(Tags.of("what", what))
        .register(registry);
  }

  @Override
  public void step(String step, Duration took) {
    Buckets.timer(
            registry,
            "glovebox.task.step.duration",
            "One step of a reconcile",
            Tags.of("step", step),
            Buckets.SHORT)
        .record(took);
  }

  @Override
  public void apiWrite(String kind, String verb, String outcome) {
    Counter.builder("glovebox.api.writes")
        .description("Writes to the API server, by what came of them")
        .tags(Tags.of("kind", kind, "verb", verb, "outcome", outcome))
        .register(registry)
        .increment();
  }

  @Override
  public void createdToReleased(Duration took) {
    Buckets.timer(
            registry,
            "glovebox.created.to.released",
            "From the creation of a task to the release of its pod, up to 1 s too long",
            Tags.empty(),
            Buckets.LONG)
        .record(took);
  }

  @Override
  public void provedToRunning(Duration took) {
    Buckets.timer(
            registry,
            "glovebox.proved.to.running",
            "From the end of the probe to the start of the task's container, in whole seconds",
            Tags.empty(),
            Buckets.LONG)
        .record(took);
  }

  @Override
  public void ran(Duration took) {
    Buckets.timer(
            registry,
            "glovebox.task.run.duration",
            "From the start of a task's process to its end, in whole seconds",
            Tags.empty(),
            Buckets.RUN)
        .record(took);
  }

  @Override
  public void destroyed(Duration took) {
    Buckets.timer(
            registry,
            "glovebox.task.destruction.duration",
            "From the deletion of a task until nothing of it is left, up to 1 s too long",
            Tags.empty(),
            Buckets.LONG)
        .record(took);
  }

  @Override
  public void show(TaskCounts counts) {
    for (Phase phase : Phase.values()) {
      Gauge.builder("glovebox.tasks", () -> counts.in(phase))
          .description("SandboxTasks that exist, by phase")
          .tags("phase", phase.name())
          .register(registry);
    }
    for (TaskCounts.Block block : TaskCounts.Block.values()) {
      Gauge.builder("glovebox.destruction.blocked", () -> counts.blockedBy(block))
          .description("Deleted SandboxTasks of which something is still there, by why")
          .tags("reason", block.name())
          .register(registry);
    }
  }
}
