package dev.glovebox.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.health.EventSourceHealthIndicator;
import io.javaoperatorsdk.operator.health.InformerWrappingEventSourceHealthIndicator;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import java.util.HashMap;
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

  /** Those, by name, of which the server does not tell changes at this moment. */
  static Map<String, Class<? extends HasMetadata>> interrupted(Operator operator) {
    Map<String, Class<? extends HasMetadata>> kinds = new HashMap<>();
    operator.getRegisteredControllers().stream()
        .flatMap(
            controller ->
                controller
                    .getControllerHealthInfo()
                    .informerEventSourceHealthIndicators()
                    .values()
                    .stream())
        .filter(ControllerWatches::isInterrupted)
        .map(source -> ((EventSource<?, ?>) source).resourceType())
        .forEach(
            kind ->
                kinds.put("tasks' " + kind.getSimpleName(), kind.asSubclass(HasMetadata.class)));
    return kinds;
  }

  private static boolean isInterrupted(InformerWrappingEventSourceHealthIndicator<?> source) {
    return source.informerHealthIndicators().values().stream()
        .anyMatch(informer -> !informer.isRunning() || !informer.isWatching());
  }

  private static boolean isIncomplete(EventSourceHealthIndicator source) {
    return source instanceof InformerWrappingEventSourceHealthIndicator<?> informers
        && informers.informerHealthIndicators().values().stream()
            .anyMatch(informer -> !informer.hasSynced());
  }
}
