package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.cli.ExitCode;
import dev.glovebox.core.progress.TerminationMessage;
import dev.glovebox.core.reason.Reason;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** How a task ended: in words, and as the exit code of {@code run}. */
final class TaskEnd {
  private static final Set<Reason> SPEAKS_FOR_ITSELF =
      EnumSet.of(Reason.ExitNonZero, Reason.Cancelled, Reason.CancelledBeforeStart);

  private TaskEnd() {}

  /** Whether the phase is a final one. */
  static boolean is(SandboxTaskStatus status) {
    return status != null
        && (status.phase() == Phase.Succeeded
            || status.phase() == Phase.Failed
            || status.phase() == Phase.Refused);
  }

  /** Whether the task's own process has run, or may have: only then there may be a log. */
  static boolean mayHaveRun(SandboxTaskStatus status) {
    return status != null
        && status.podName() != null
        && status.phase() != Phase.Refused
        && !Reason.StartError.name().equals(status.reason())
        && (is(status) || status.runningTime() != null || status.phase() == Phase.Running);
  }

  /**
   * The task's own exit code where it has one. Never 0 for what did not succeed, whatever code the
   * process ended with.
   */
  static int exitCode(SandboxTaskStatus status) {
    if (status.phase() == Phase.Succeeded) {
      return ExitCode.DONE;
    }
    if (Reason.DeadlineExceeded.name().equals(status.reason())) {
      return ExitCode.DEADLINE;
    }
    boolean own =
        status.phase() == Phase.Failed && status.exitCode() != null && status.exitCode() != 0;
    return own ? status.exitCode() : ExitCode.NOT_RUN;
  }

  /**
   * What happened, the task's last words, and what to do.
   *
   * @param message what is to be said of the status' own; may be empty
   */
  static List<String> lines(SandboxTaskStatus status, String message) {
    var lines = new ArrayList<String>();
    if (status.phase() == Phase.Succeeded) {
      lines.add("Succeeded");
    } else {
      lines.add(
          TerminationMessage.clean(
              "%s: %s%s"
                  .formatted(
                      status.phase(), status.reason(), message.isEmpty() ? "" : ": " + message)));
    }
    if (status.terminationMessage() != null && !status.terminationMessage().isBlank()) {
      // The operator has cleaned it already; that is no reason to trust it here.
      TerminationMessage.clean(status.terminationMessage())
          .lines()
          .forEach(line -> lines.add("  its last words: " + line));
    }
    reason(status)
        .filter(reason -> !SPEAKS_FOR_ITSELF.contains(reason))
        .ifPresent(reason -> lines.add("What to do: " + reason.advice()));
    return lines;
  }

  private static Optional<Reason> reason(SandboxTaskStatus status) {
    return Arrays.stream(Reason.values())
        .filter(reason -> reason.name().equals(status.reason()))
        .filter(reason -> status.phase() != Phase.Succeeded)
        .findFirst();
  }
}
