package dev.glovebox.api.v1alpha1;

/** What a sandbox may reach. */
public enum NetworkMode {
  /** Nothing. */
  None,
  /** Exactly the destinations listed. */
  Allowlist,
  /** Every public address; never the block list. */
  Internet
}
