package dev.glovebox.core.verify;

import java.util.List;

/**
 * What the probe saw from inside the sandbox: its termination message.
 *
 * @param version of the format
 * @param probe version of the probe
 * @param nonce UID of the task
 * @param failedChecks names of the checks that failed
 * @param details one text for people per failed check
 * @param durationMilliseconds from the probe's start to its verdict
 */
@SuppressWarnings("DoNotCallSuggester")
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
    long durationMilliseconds) {

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
  public record Kernel(String release, String bootId, boolean fingerprint) {}

  /**
   * The network.
   *
   * @param targets targets tried
   * @param certified of these, known to answer an unrestricted pod
   * @param rounds consecutive rounds in which all were blocked
   * @param lastOpenMilliseconds since the probe's start; 0 = never open
   * @param open names of targets that answer still
   * @param notUp names of targets to which there is no route
   * @param reportOnlyOpen names of targets that answer and do not count
   */
  public record Network(
      int targets,
      int blocked,
      int certified,
      int certifiedBlocked,
      int rounds,
      long lastOpenMilliseconds,
      List<String> open,
      List<String> notUp,
      List<String> reportOnlyOpen) {}

  /** The process. {@code capabilities} holds names; {@code environment} names, never values. */
  public record ProcessSeen(
      long uid,
      long gid,
      List<String> capabilities,
      boolean noNewPrivileges,
      boolean readOnlyRoot,
      boolean serviceAccountToken,
      boolean workspaceEmpty,
      List<String> environment) {}

  /** What a termination message turned out to be. */
  public sealed interface Parsed {}

  /** A complete report. */
  public record Report(ProbeReport report) implements Parsed {}

  /** Not a report that can be relied on. */
  public record NoReport(String why) implements Parsed {}

  /** Parses strictly: an unknown or missing field, a cut list, over 4096 bytes = unreadable. */
  public static Parsed parse(String terminationMessage) {
    throw new UnsupportedOperationException("in work");
  }
}
