package dev.glovebox.core.plan;

import dev.glovebox.core.reason.Reason;
import java.util.Optional;

/**
 * Whether it is known that silence from inside a sandbox proves something.
 *
 * <p>Certificates of nodes (NodeCertificate) are to be judged here: NodeNotCertified,
 * NetworkNotEnforced, and what Risk.UnenforcedNetwork lifts. Until then a canary counts when it
 * answers the operator, and that risk lifts nothing: the probe insists on silence.
 */
final class Certification {

  private Certification() {}

  /** What to wait for; empty when there is a positive control. */
  static Optional<Waiting> missing(Facts facts) {
    return facts.canaries().isEmpty()
        ? Optional.of(
            new Waiting(
                Reason.CertificationInconclusive,
                "no canary answers the operator, so a sandbox that reaches none proves nothing;"
                    + " check the canary's pods"))
        : Optional.empty();
  }
}
