package dev.glovebox.cli.inspect;

import dev.glovebox.core.progress.TerminationMessage;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What somebody reported about a task or its pod.
 *
 * @param time of the last report, as the API writes it; empty if it has none
 * @param about kind of the object
 * @param message with control characters made visible
 */
public record TaskEvent(String time, String type, String reason, String about, String message) {
  static TaskEvent of(Event event) {
    return new TaskEvent(
        lastTime(event),
        clean(event.getType()),
        clean(event.getReason()),
        clean(event.getRegarding().getKind()),
        clean(event.getNote()));
  }

  /** Reporters fill one of several fields. */
  static String lastTime(Event event) {
    return Stream.of(
            event.getSeries() == null || event.getSeries().getLastObservedTime() == null
                ? null
                : event.getSeries().getLastObservedTime().getTime(),
            event.getDeprecatedLastTimestamp(),
            event.getEventTime() == null ? null : event.getEventTime().getTime(),
            event.getMetadata().getCreationTimestamp())
        .filter(Objects::nonNull)
        .findFirst()
        .orElse("");
  }

  private static String clean(String text) {
    return text == null ? "" : TerminationMessage.clean(text).strip();
  }
}
