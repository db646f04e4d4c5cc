package dev.glovebox.cli.verify;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.explain.Reasons;

/** How a task ended, or what it waits for, in words. Pure. */
final class Ending {
  private Ending() {}

  /** Phase, reason and message. */
  static String why(SandboxTask task) {
    var status = task.getStatus();
    return "the task is %s%s%s"
        .formatted(
            status.phase(),
            status.reason() == null || status.reason().isEmpty() ? "" : "/" + status.reason(),
            status.message() == null ? "" : ": " + status.message());
  }

  /** What to do about its reason; null where there is none. */
  static String remedy(SandboxTask task) {
    String reason = task.getStatus().reason();
    return reason == null
        ? null
        : Reasons.named(reason)
            .map(one -> "%s More: kubectl glovebox explain %s".formatted(one.advice(), one.name()))
            .orElse(null);
  }

  /** What the operator says that it waits for, after a colon; empty when it says nothing. */
  static String waitsFor(SandboxTask task) {
    var status = task.getStatus();
    if (status == null) {
      return ": no operator has seen it";
    }
    return status.message() == null || status.message().isEmpty() ? "" : ": " + status.message();
  }
}
