package dev.glovebox.operator.observe;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.Map;

/** The series of certifications. */
final class CertificateSeries implements CertificateMetrics {

  private final MeterRegistry registry;
  private final MultiGauge certificates;

  CertificateSeries(MeterRegistry registry) {
    this.registry = registry;
    certificates =
        MultiGauge.builder("glovebox.certificates")
            .description("NodeCertificates, by what they say")
            .register(registry);
  }

  @Override
  public void certification(String reason, Duration took) {
    Buckets.timer(
            registry,
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
}
