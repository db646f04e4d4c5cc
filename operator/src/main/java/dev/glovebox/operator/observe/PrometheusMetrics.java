package dev.glovebox.operator.observe;

import com.sun.management.OperatingSystemMXBean;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.core.verify.IsolationLoss;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.monitoring.micrometer.MicrometerMetricsV2;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The metrics, for Prometheus. Times are in seconds; labels are from closed sets, so the number of
 * series does not grow with the number of tasks.
 */
public final class PrometheusMetrics implements TaskMetrics, CertificateMetrics, OrphanMetrics {

  private static final double NANOSECONDS = 1e9;

  private static final List<String> ORPHAN_KINDS =
      List.of("Pod", "PersistentVolumeClaim", "NetworkPolicy");

  private final PrometheusMeterRegistry registry;
  private final MultiGauge certificates;
  private final MultiGauge orphans;

  /** With the JVM's own memory, threads and processor time beside Glovebox's. */
  public PrometheusMetrics() {
    registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    processorTime();
    certificates =
        MultiGauge.builder("glovebox.certificates")
            .description("NodeCertificates, by what they say")
            .register(registry);
    orphans =
        MultiGauge.builder("glovebox.orphans")
            .description("Objects with a task's label whose task is gone")
            .register(registry);
    startAtZero();
  }

  /** The framework's own metrics: its queue, its reconciles. Without namespaces. */
  public Metrics ofFramework() {
    return MicrometerMetricsV2.newBuilder(registry).build();
  }

  /** To be hooked into the client that talks to the API server: its requests are counted. */
  public Interceptor ofRequests() {
    return new ApiRequests(registry);
  }

  /** In Prometheus' text format, version 0.0.4. */
  public String scrape() {
    return registry.scrape();
  }

  /** Micrometer's own is in nanoseconds; Prometheus' clients show seconds under this name. */
  private void processorTime() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    FunctionCounter.builder("process.cpu", system, s -> s.getProcessCpuTime() / NANOSECONDS)
        .description("Processor time that the operator has used")
        .baseUnit("seconds")
        .register(registry);
  }

  /**
   * What is rare is there with 0 from the start: a counter that appears with 1 shows no increase,
   * and an alert would miss the first.
   */
  private void startAtZero() {
    endings(Phase.Succeeded, "");
    for (Reason reason : Reason.values()) {
      boolean refused = reason.outcome() == Reason.Outcome.REFUSED;
      endings(refused ? Phase.Refused : Phase.Failed, reason.name());
    }
    for (IsolationLoss.What what : IsolationLoss.What.values()) {
      losses(what.name());
    }
    ORPHAN_KINDS.forEach(this::destroyedOrphans);
    droppedEvents();
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

  /** Empty where nobody has to act: for a task that succeeded. */
  private static String faultOf(String reason) {
    return reason.isEmpty() ? "" : Reason.valueOf(reason).fault().name().toLowerCase(Locale.ROOT);
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
  public void orphans(Map<String, Long> numbers) {
    orphans.register(
        numbers.entrySet().stream()
            .<MultiGauge.Row<?>>map(
                entry -> MultiGauge.Row.of(Tags.of("kind", entry.getKey()), entry.getValue()))
            .toList(),
        true);
  }

  @Override
  public void orphanDestroyed(String kind) {
    destroyedOrphans(kind).increment();
  }

  private Counter destroyedOrphans(String kind) {
    return Counter.builder("glovebox.orphans.destroyed")
        .description("Objects whose task is gone and that were deleted for it")
        .tags(Tags.of("kind", kind))
        .register(registry);
  }

  @Override
  public void step(String step, Duration took) {
    timer(
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
    timer(
            "glovebox.created.to.released",
            "From the creation of a task to the release of its pod, up to 1 s too long",
            Tags.empty(),
            Buckets.LONG)
        .record(took);
  }

  @Override
  public void provedToRunning(Duration took) {
    timer(
            "glovebox.proved.to.running",
            "From the end of the probe to the start of the task's container, in whole seconds",
            Tags.empty(),
            Buckets.LONG)
        .record(took);
  }

  @Override
  public void ran(Duration took) {
    timer(
            "glovebox.task.run.duration",
            "From the start of a task's process to its end, in whole seconds",
            Tags.empty(),
            Buckets.RUN)
        .record(took);
  }

  @Override
  public void destroyed(Duration took) {
    timer(
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

  @Override
  public void certification(String reason, Duration took) {
    timer(
            "glovebox.certification.duration",
            "One certification of a node, from its first object to its verdict",
            Tags.of("reason", reason),
            Buckets.LONG)
        .record(took);
  }

  @Override
  public void certificates(Map<CertificateKind, Long> numbers) {
    certificates.register(
        numbers.entrySet().stream()
            .<MultiGauge.Row<?>>map(
                entry ->
                    MultiGauge.Row.of(
                        Tags.of(
                            "certified",
                            Boolean.toString(entry.getKey().certified()),
                            "reason",
                            entry.getKey().reason()),
                        entry.getValue()))
            .toList(),
        true);
  }

  /** An Event was not sent. */
  public void eventDropped() {
    droppedEvents().increment();
  }

  private Counter droppedEvents() {
    return Counter.builder("glovebox.events.dropped")
        .description("Events that the API server did not take, or not fast enough")
        .register(registry);
  }

  /** From now on this is shown at each scrape. */
  public void show(OperatorState state) {
    gauge("glovebox.leader", "1 in the operator that works", () -> state.works() ? 1 : 0);
    gauge("glovebox.ready", "1 while /readyz answers 200", () -> state.ready() ? 1 : 0);
    gauge(
        "glovebox.canaries.answering",
        "Canaries that answered within 30 s; at 0 nothing can be proved",
        state::canariesAnswering);
    gauge(
        "glovebox.admission.policies.bound",
        "1 while the admission policies are in force; at 0 nothing is released",
        () -> state.admissionPoliciesBound() ? 1 : 0);
  }

  private void gauge(String name, String description, Supplier<Number> value) {
    Gauge.builder(name, value).description(description).register(registry);
  }

  private Timer timer(String name, String description, Tags tags, Duration... buckets) {
    return Timer.builder(name)
        .description(description)
        .tags(tags)
        .serviceLevelObjectives(buckets)
        .register(registry);
  }
}
