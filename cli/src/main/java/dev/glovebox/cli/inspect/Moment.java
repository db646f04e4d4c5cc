package dev.glovebox.cli.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A step on a task's way.
 *
 * @param what happened
 * @param time as the API writes it; most are whole seconds
 * @param secondsSinceBefore seconds since the step before; null for the first. Never negative:
 *     times of several machines and of different precision are compared
 */
public record Moment(String what, String time, Double secondsSinceBefore) {
  private static final double MILLISECONDS = 1000;

  /** The steps that were taken so far, in the order in which they are taken. */
  static List<Moment> of(SandboxTask task, List<JsonNode> pods) {
    var moments = new ArrayList<Moment>();
    SandboxTaskStatus status = task.getStatus();
    add("created", task.getMetadata().getCreationTimestamp(), moments);
    for (JsonNode pod : pods) {
      add(
          "planned: pod made, held back",
          pod.at("/metadata/creationTimestamp").asText(null),
          moments);
    }
    if (status != null) {
      add("released", status.startTime(), moments);
      add("proved from inside", status.provedTime(), moments);
      add("task's process started", status.runningTime(), moments);
      add("ended", status.completionTime(), moments);
    }
    add("deletion asked for", task.getMetadata().getDeletionTimestamp(), moments);
    return List.copyOf(moments);
  }

  private static void add(String what, String time, List<Moment> moments) {
    if (time == null || time.isEmpty()) {
      return;
    }
    Double since = null;
    if (!moments.isEmpty()) {
      var passed = Duration.between(Instant.parse(moments.getLast().time()), Instant.parse(time));
      since = Math.max(0, passed.toMillis()) / MILLISECONDS;
    }
    moments.add(new Moment(what, time, since));
  }
}
