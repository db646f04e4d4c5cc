package dev.glovebox.operator.observe;

import dev.glovebox.api.v1alpha1.SandboxTask;
import java.util.Objects;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Keys of log lines. A line about a task has all five of {@link #about}: the step comes from the
 * thread that takes it. Values of secrets and what a task printed are never logged.
 */
public final class LogKeys {

  public static final String NAMESPACE = "namespace";
  public static final String TASK = "task";
  public static final String UID = "uid";

  /** The step that is being taken, as in the metrics; set on the thread (MDC). */
  public static final String STEP = "step";

  /** A reason of docs/reasons.md; empty when there is none. */
  public static final String REASON = "reason";

  private LogKeys() {}

  /** Adds what says which task a line is about, and the reason in its status. */
  public static LoggingEventBuilder about(LoggingEventBuilder line, SandboxTask task) {
    return about(line, task, task.getStatus() == null ? null : task.getStatus().reason());
  }

  /**
   * As {@link #about(LoggingEventBuilder, SandboxTask)}.
   *
   * @param reason null or empty when there is none
   */
  public static LoggingEventBuilder about(
      LoggingEventBuilder line, SandboxTask task, String reason) {
    return line.addKeyValue(NAMESPACE, task.getMetadata().getNamespace())
        .addKeyValue(TASK, task.getMetadata().getName())
        .addKeyValue(UID, task.getMetadata().getUid())
        .addKeyValue(REASON, Objects.requireNonNullElse(reason, ""));
  }
}
