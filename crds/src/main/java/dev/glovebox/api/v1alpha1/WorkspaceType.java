package dev.glovebox.api.v1alpha1;

/** How the workspace is kept. */
public enum WorkspaceType {
  /** A volume of its own, made for the task and destroyed with it. */
  Claim,
  /** An emptyDir on the node. */
  Ephemeral,
  /** No workspace. */
  None
}
