package dev.glovebox.core.plan;

import dev.glovebox.core.reason.Reason;

/**
 * The task cannot be planned yet, but may be later without a change to it.
 *
 * @param reason what it waits for
 * @param message for people
 */
public record Waiting(Reason reason, String message) implements Decision {
  /**
   * The reason of the refusal when {@code provisionSeconds} end first. A verdict that has not come
   * speaks against no node: another task may find it there.
   */
  public Reason refusal() {
    return reason == Reason.NodeNotCertified ? Reason.CertificationInconclusive : reason;
  }
}
