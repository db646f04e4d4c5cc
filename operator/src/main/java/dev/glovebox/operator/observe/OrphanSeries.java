package dev.glovebox.operator.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;

/** The series of objects whose task is gone. */
final class OrphanSeries implements OrphanMetrics {

  private static final List<String> KINDS =
      List.of("Pod", "PersistentVolumeClaim", "NetworkPolicy");

  private final MeterRegistry registry;
  private final MultiGauge orphans;

  /** Destructions are rare, and there with 0 from the start; see {@link TaskSeries}. */
  OrphanSeries(MeterRegistry registry) {
    this.registry = registry;
    orphans =
        MultiGauge.builder("glovebox.orphans")
            .description("Objects with a task's label whose task is gone")
            .register(registry);
    KINDS.forEach(this::destroyedOrphans);
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
}
