package dev.glovebox.core.verify;

import dev.glovebox.core.reason.Reason;
import dev.glovebox.core.verify.ProbeReport.Verdict;
import java.util.List;
import java.util.Set;

/**
 * Why a probe that did not pass refuses the task.
 *
 * @param reason AttestationFailed, AttestationTimeout, WorkspaceNotEmpty or WorkspaceNotWritable
 * @param failedChecks for {@code status.failedChecks}; empty when the probe left no report
 * @param message for people
 */
public record FailedProof(Reason reason, List<String> failedChecks, String message) {
  private static final String NOT_EMPTY = "WorkspaceNotEmpty";
  private static final String NOT_WRITABLE = "WorkspaceNotWritable";

  /** How much of a message that is no report is shown; it may be anything. */
  private static final int MAX_SHOWN = 300;

  /**
   * Judges a probe that ended with an exit code other than 0.
   *
   * @param exitCode of the probe: 1 failed, 2 bad argument, 3 gave up
   * @param terminationMessage of the probe; may be null
   */
  public static FailedProof of(int exitCode, String terminationMessage) {
    var parsed = ProbeReport.parse(terminationMessage);
    if (parsed instanceof ProbeReport.Report readable) {
      return of(readable.report());
    }
    return new FailedProof(
        Reason.AttestationFailed,
        List.of(),
        "the probe ended with exit code %d; %s%s"
            .formatted(exitCode, ((ProbeReport.NoReport) parsed).why(), shown(terminationMessage)));
  }

  /**
   * The workspace's own reasons count only when nothing else failed: a sandbox that does not
   * isolate is the graver news.
   */
  private static FailedProof of(ProbeReport report) {
    var checks = report.failedChecks();
    var message = String.join("; ", report.details());
    if (report.verdict() == Verdict.TimedOut && checks.isEmpty()) {
      return new FailedProof(Reason.AttestationTimeout, checks, message);
    }
    if (!checks.isEmpty() && Set.of(NOT_EMPTY, NOT_WRITABLE).containsAll(checks)) {
      var reason =
          checks.contains(NOT_EMPTY) ? Reason.WorkspaceNotEmpty : Reason.WorkspaceNotWritable;
      return new FailedProof(reason, checks, message);
    }
    return new FailedProof(Reason.AttestationFailed, checks, message);
  }

  private static String shown(String message) {
    if (message == null || message.isBlank()) {
      return "";
    }
    var text = message.strip();
    return ": " + (text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…");
  }
}
