package dev.glovebox.operator.observe;

/** How the operator is at this moment. Asked at each scrape, so it must not ask the server. */
public interface OperatorState {

  /** Whether it handles tasks. Of several operators at most one does. */
  boolean works();

  /** Whether /readyz answers 200. */
  boolean ready();

  /** Whether the admission policies are in force; if not, nothing is released. */
  boolean admissionPoliciesBound();

  /** Canaries that answered within 30 s; at 0 nothing can be proved. */
  int canariesAnswering();
}
