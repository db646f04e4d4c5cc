package dev.glovebox.cli.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.core.progress.TerminationMessage;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
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
  /** The oldest first. Some times are whole seconds, some have a fraction. */
  static final Comparator<Event> BY_TIME =
      Comparator.comparing(
          event -> {
            String time = lastTime(event);
            return time.isEmpty() ? Instant.MIN : OffsetDateTime.parse(time).toInstant();
          });

  private static final String KUBELETS_DEADLINE = "DeadlineExceeded";

  /** What the operator writes to have the kubelet end a pod at once. */
  private static final long ENDED_BY_OPERATOR = 1;

  /**
   * As it was reported. The operator has a pod ended by its deadline, whatever it is ended for, and
   * then the kubelet speaks of a deadline that the task had not.
   *
   * @param pods of the task, raw
   * @param reason of the task; null when it has none yet
   */
  static TaskEvent of(Event event, List<JsonNode> pods, String reason) {
    String note = clean(event.getNote());
    String uid = event.getRegarding().getUid();
    boolean operators =
        KUBELETS_DEADLINE.equals(event.getReason())
            && pods.stream()
                .filter(pod -> pod.at("/metadata/uid").asText().equals(uid))
                .anyMatch(
                    pod -> pod.at("/spec/activeDeadlineSeconds").asLong() == ENDED_BY_OPERATOR);
    return new TaskEvent(
        lastTime(event),
        clean(event.getType()),
        clean(event.getReason()),
        clean(event.getRegarding().getKind()),
        operators
            ? "%s (that is how the operator has a pod ended%s)"
                .formatted(note, reason == null ? "" : ", here for " + clean(reason))
            : note);
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
