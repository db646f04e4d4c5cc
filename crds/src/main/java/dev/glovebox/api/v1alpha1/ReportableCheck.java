package dev.glovebox.api.v1alpha1;

/** A check that a policy may turn from a refusal into a finding. */
public enum ReportableCheck {
  /** The own node answers: policies cannot block it on some engines. */
  NodeReachable
}
