package dev.glovebox.cli.inspect;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.cli.explain.Reasons;
import dev.glovebox.core.progress.TerminationMessage;
import dev.glovebox.core.reason.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a task's state means, and what to do about it. Pure. */
final class Situation {
  private static final String NOT_SAID = "the operator has not said how far it is";

  private Situation() {}

  /** Whether the task was refused before there was a plan: nothing of it was ever made. */
  static boolean refusedUnplanned(SandboxTask task) {
    return task != null
        && task.getStatus() != null
        && task.getStatus().phase() == Phase.Refused
        && task.getStatus().policy() == null;
  }

  /** That it is being destroyed and what that waits for; null when nobody deleted it. */
  static String deletion(SandboxTask task) {
    if (task == null || task.getMetadata().getDeletionTimestamp() == null) {
      return null;
    }
    String waits =
        Optional.ofNullable(task.getStatus()).map(SandboxTaskStatus::conditions).stream()
            .flatMap(List::stream)
            .filter(one -> one.type().equals("Destroyed"))
            .map(one -> "%s: %s".formatted(one.reason(), one.message()))
            .map(TerminationMessage::clean)
            .findFirst()
            .orElse(NOT_SAID);
    return "deleted at %s, being destroyed: %s"
        .formatted(task.getMetadata().getDeletionTimestamp(), waits);
  }

  /**
   * What to do, a line each; empty when nothing needs doing.
   *
   * @param left whether objects of the task are there
   */
  static List<String> whatToDo(SandboxTask task, boolean left) {
    var lines = new ArrayList<String>();
    if (task == null) {
      if (left) {
        lines.add(
            "The operator destroys what a task left behind after some time (chart value orphans.graceSeconds), and only reports a claim that may have been restored: docs/concepts.md#orphans");
        lines.add("If it stays: kubectl glovebox doctor says whether an operator leads.");
      }
      return List.copyOf(lines);
    }
    SandboxTaskStatus status = task.getStatus();
    boolean silent = deletion(task) != null && deletion(task).endsWith(NOT_SAID);
    if (status == null || status.phase() == null || silent) {
      lines.add(
          "If this stays for some seconds: kubectl glovebox doctor says whether an operator leads.");
      return List.copyOf(lines);
    }
    boolean ended = status.phase() == Phase.Refused || status.phase() == Phase.Failed;
    if (ended && status.reason() != null) {
      Reasons.named(status.reason()).ifPresent(reason -> lines.addAll(advice(reason)));
    }
    return List.copyOf(lines);
  }

  private static List<String> advice(Reason reason) {
    return List.of(
        reason.advice(),
        reason.retryable()
            ? "The same task may succeed when it is tried again."
            : "The same task ends the same way until something is changed.",
        "More: kubectl glovebox explain " + reason.name());
  }
}
