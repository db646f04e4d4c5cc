package dev.glovebox.operator.observe;

import com.sun.management.OperatingSystemMXBean;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.monitoring.micrometer.MicrometerMetricsV2;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/**
 * The metrics, for Prometheus. Times are in seconds; labels are from closed sets, so the number of
 * series does not grow with the number of tasks. docs/operations.md lists them all.
 */
public final class PrometheusMetrics {

  private static final double NANOSECONDS = 1e9;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final TaskMetrics tasks = new TaskSeries(registry);
  private final CertificateMetrics certificates = new CertificateSeries(registry);
  private final OrphanMetrics orphans = new OrphanSeries(registry);

  /** With the JVM's own memory, threads and processor time beside Glovebox's. */
  public PrometheusMetrics() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    processorTime();
    droppedEvents();
  }

  /** The framework's own metrics: its queue, its reconciles. Without namespaces. */
  public Metrics ofFramework() {
    return MicrometerMetricsV2.newBuilder(registry).build();
  }

  /** To be hooked into the client that talks to the API server: its requests are counted. */
  public Interceptor ofRequests() {
    return new ApiRequests(registry);
  }

  /** For what happens to tasks. */
  public TaskMetrics tasks() {
    return tasks;
  }

  /** For what is certified. */
  public CertificateMetrics certificates() {
    return certificates;
  }

  /** For what is found without a task. */
  public OrphanMetrics orphans() {
    return orphans;
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
}
