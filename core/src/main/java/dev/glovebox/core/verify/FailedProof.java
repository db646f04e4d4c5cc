package dev.glovebox.core.verify;

import dev.glovebox.core.reason.Reason;
import java.util.List;

/**
 * Why a probe that did not pass refuses the task.
 *
 * @param reason AttestationFailed, AttestationTimeout, WorkspaceNotEmpty or WorkspaceNotWritable
 * @param failedChecks for {@code status.failedChecks}; empty when the probe left no report
 * @param message for people
 */
@SuppressWarnings("DoNotCallSuggester")
public record FailedProof(Reason reason, List<String> failedChecks, String message) {
  /**
   * Judges a probe that ended with an exit code other than 0.
   *
   * @param terminationMessage of the probe; may be null
   */
  public static FailedProof of(int exitCode, String terminationMessage) {
    throw new UnsupportedOperationException("in work");
  }
}
