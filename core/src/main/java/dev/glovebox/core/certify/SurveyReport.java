package dev.glovebox.core.certify;

import dev.glovebox.core.verify.StrictMessage;
import java.util.List;

/**
 * What {@code probe survey} saw: its termination message. Nothing in it is null.
 *
 * @param version of the format
 * @param probe version of the probe
 * @param nonce of the certification
 * @param failedChecks SharedKernel, UnknownKernel; AddressReachable for an IPv6 address that no
 *     target stands for
 * @param details one text for people per failed check; one for a time that was over
 * @param truncated whether a list was cut to fit; always false in a report that was parsed
 */
public record SurveyReport(
    int version,
    String probe,
    String nonce,
    Verdict verdict,
    List<String> failedChecks,
    List<String> details,
    Kernel kernel,
    Network network,
    Long durationMilliseconds,
    Boolean truncated) {

  private static final int VERSION = 1;

  /** What the probe saw in the end. */
  public enum Verdict {
    Answered,
    Silent,
    /** The sandbox itself is not right, as the failed checks say. */
    Failed,
    /** The time was over, and neither was shown. */
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
   * @param answers names of targets: until Answered those that ever did, until Silent those that do
   *     still, and those that did over UDP
   * @param notUp names of targets to which there is no route
   * @param lastOpenMilliseconds since the probe's start; 0 = never open
   */
  public record Network(List<String> answers, List<String> notUp, Long lastOpenMilliseconds) {}

  /**
   * Parses.
   *
   * @param message may be null
   * @param nonce that it must repeat
   * @throws StrictMessage.Unreadable if it is not the whole report of this certification
   */
  static SurveyReport parse(String message, String nonce) throws StrictMessage.Unreadable {
    var report = StrictMessage.read(message, SurveyReport.class, "truncated");
    if (report.version != VERSION) {
      throw StrictMessage.unreadable("the report's version is " + report.version + ", known is 1");
    }
    if (report.truncated != null && report.truncated) {
      throw StrictMessage.unreadable("the report was cut to fit");
    }
    if (!report.nonce.equals(nonce)) {
      throw StrictMessage.unreadable("the report is another certification's: its nonce differs");
    }
    return report;
  }
}
