package dev.glovebox.core.verify;

import java.util.List;

/**
 * What the probe saw from inside the sandbox: its termination message. Nothing in it is null.
 *
 * @param version of the format
 * @param probe version of the probe
 * @param nonce UID of the task
 * @param failedChecks names of the checks that failed
 * @param details one text for people per failed check; one for a time-out without any
 * @param durationMilliseconds from the probe's start to its verdict
 * @param truncated whether a list was cut to fit; always false in a report that was parsed
 */
public record ProbeReport(
    int version,
    String probe,
    String nonce,
    Verdict verdict,
    List<String> failedChecks,
    List<String> details,
    Kernel kernel,
    Network network,
    ProcessSeen process,
    Long durationMilliseconds,
    Boolean truncated) {

  private static final int VERSION = 1;

  /** The probe's own decision. */
  public enum Verdict {
    Passed,
    Failed,
    TimedOut
  }

  /**
   * The kernel.
   *
   * @param bootId empty when the kernel has none
   * @param fingerprint whether the runtime's own signs were found
   */
  public record Kernel(String release, String bootId, Boolean fingerprint) {}

  /**
   * The network.
   *
   * @param targets targets tried
   * @param blocked of these, blocked at the end
   * @param certified of these that must be blocked, known to answer an unrestricted pod
   * @param rounds consecutive rounds in which all were blocked
   * @param lastOpenMilliseconds since the probe's start; 0 = never open
   * @param open names of targets that answer still
   * @param notUp names of targets to which there is no route
   * @param reportOnlyOpen names of targets that answer and do not count
   */
  public record Network(
      Integer targets,
      Integer blocked,
      Integer certified,
      Integer certifiedBlocked,
      Integer rounds,
      Long lastOpenMilliseconds,
      List<String> open,
      List<String> notUp,
      List<String> reportOnlyOpen) {}

  /**
   * The process.
   *
   * @param uid −1 when it cannot be seen
   * @param capabilities the sets that are not empty
   * @param workspaceEmpty also true when there is no workspace
   * @param environment names, never values
   */
  public record ProcessSeen(
      Long uid,
      Long gid,
      List<String> capabilities,
      Boolean noNewPrivileges,
      Boolean readOnlyRoot,
      Boolean serviceAccountToken,
      Boolean workspaceEmpty,
      List<String> environment) {}

  /** What a termination message turned out to be. */
  public sealed interface Parsed {}

  /** A complete report. */
  public record Report(ProbeReport report) implements Parsed {}

  /** Not a report that can be relied on. */
  public record NoReport(String why) implements Parsed {}

  /**
   * Parses strictly: an unknown, missing or repeated field, a value of another type, text after it,
   * a cut list or more than 4096 bytes = unreadable.
   *
   * @param terminationMessage may be null
   */
  public static Parsed parse(String terminationMessage) {
    try {
      var report = StrictMessage.read(terminationMessage, ProbeReport.class, "truncated");
      if (report.version != VERSION) {
        return new NoReport("the report's version is " + report.version + ", known is 1");
      }
      return report.truncated != null && report.truncated
          ? new NoReport("the report was cut to fit")
          : new Report(report);
    } catch (StrictMessage.Unreadable e) {
      return new NoReport(e.getMessage());
    }
  }
}
