package dev.glovebox.operator;

import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.health.EventSourceHealthIndicator;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import java.util.Map;
import java.util.stream.Collectors;

/** The watches that the SDK keeps for the controllers. */
final class ControllerWatches {
  private ControllerWatches() {}

  /**
   * Those that do not hold everything; empty when all do. The SDK goes on without them when its
   * time-out is over, and then what is missing would look absent.
   */
  static String incomplete(Operator operator) {
    return operator.getRuntimeInfo().getRegisteredControllers().stream()
        .map(controller -> controller.getControllerHealthInfo().eventSourceHealthIndicators())
        .flatMap(sources -> sources.entrySet().stream())
        .filter(source -> isIncomplete(source.getValue()))
        .map(Map.Entry::getKey)
        .collect(Collectors.joining(", "));
  }

  private static boolean isIncomplete(EventSourceHealthIndicator source) {
    return source instanceof InformerWrappingEventSourceHealthIndicator<?> informers
        && informers.informerHealthIndicators().values().stream()
            .anyMatch(informer -> !informer.hasSynced());
  }
}
