package dev.glovebox.operator.observe;

import java.time.Duration;
import java.util.Map;

/** What is counted of certifications. Labels are from closed sets: never a node's name. */
public interface CertificateMetrics {

  /**
   * A certification came to a verdict.
   *
   * @param reason of the certificate
   */
  void certification(String reason, Duration took);

  /**
   * How many certificates there are.
   *
   * @param numbers all kinds of them; a kind that is not here has none
   */
  void certificates(Map<CertificateKind, Long> numbers);

  /** A kind of certificate. */
  record CertificateKind(boolean certified, String reason) {}
}
