package dev.glovebox.core.verify.policies;

/** Which pods a policy is for. What cannot be decided counts as selected. */
@FunctionalInterface
public interface PodMatch {
  PodMatch EVERY = pod -> true;

  /** Whether it selects the pod, or may. */
  boolean selects(PodIdentity pod);
}
