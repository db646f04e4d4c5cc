package dev.glovebox.api.v1alpha1;

/** What the user wants of the task. */
public enum DesiredState {
  /** Run it. */
  Run,
  /** Stop it; the only change that is possible after creation. */
  Cancelled
}
