package dev.glovebox.api.v1alpha1;

/** Something that is given up, by name. Each needs the policy's permission. */
public enum Risk {
  /** Run although network policies have no effect. */
  UnenforcedNetwork,
  /** Run although the volume outlives the task. */
  RetainedWorkspace,
  /** Mount at a reserved path. */
  ReservedMountPath,
  /** Run with a writable root file system. */
  WritableRoot
}
