package dev.glovebox.operator.reconcile;

/** What the reconciler of tasks says to certification, and hears from it. */
public interface Certifications {

  /** A task waits for a verdict about its nodes, or is refused for one. Returns at once. */
  void wanted();

  /**
   * Tells of verdicts.
   *
   * @param action run after each change of a NodeCertificate, when plans already see it
   */
  void onVerdict(Runnable action);
}
