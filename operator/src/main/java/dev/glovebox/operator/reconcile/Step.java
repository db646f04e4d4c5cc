package dev.glovebox.operator.reconcile;

/** One thing that is done for a task in one pass. */
@FunctionalInterface
interface Step {
  Progress run(Pass pass);

  /** Name in logs and metrics. */
  default String name() {
    return getClass().getSimpleName();
  }
}
