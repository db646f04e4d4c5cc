package dev.glovebox.api.v1alpha1;

/** Where a task is. Succeeded, Failed and Refused are terminal. */
public enum Phase {
  /** Accepted, nothing made yet; the reason says what it waits for. */
  Pending,
  /** Policy, pod and volume are being made, read back, released and placed. */
  Provisioning,
  /** The probe is at work inside the sandbox. */
  Attesting,
  /** Proved; the task's own process runs. */
  Running,
  /** Told to stop; the kubelet has not yet said that it ended. */
  Stopping,
  /** Exit code 0. */
  Succeeded,
  /** It ran, or may have run, and did not end well. */
  Failed,
  /** The task's own process never started. */
  Refused
}
