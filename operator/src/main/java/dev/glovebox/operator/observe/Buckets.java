package dev.glovebox.operator.observe;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;

/** Upper limits of the histograms' buckets. Each costs a series for every value of the labels. */
final class Buckets {

  /** Around the targets: the operator's own share of a task is to be 25 ms, at most 100 ms. */
  static final Duration[] SHORT = milliseconds(1, 5, 10, 25, 50, 100, 250, 1_000, 5_000);

  /** What the kubelet and image pulls take, and what is measured in whole seconds. */
  static final Duration[] LONG =
      milliseconds(100, 250, 500, 1_000, 2_000, 5_000, 15_000, 60_000, 300_000);

  /** How long tasks may run: to six hours, the strict policy's limit. */
  static final Duration[] RUN =
      milliseconds(1_000, 10_000, 60_000, 300_000, 900_000, 3_600_000, 21_600_000);

  private Buckets() {}

  private static Duration[] milliseconds(long... limits) {
    return Arrays.stream(limits).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
  }

  /** A histogram with these buckets. */
  static Timer timer(
      MeterRegistry registry, String name, String description, Tags tags, Duration... buckets) {
    return Timer.builder(name)
        .description(description)
        .tags(tags)
        .serviceLevelObjectives(buckets)
        .register(registry);
  }
}
