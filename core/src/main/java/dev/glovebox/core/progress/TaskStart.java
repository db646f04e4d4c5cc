package dev.glovebox.core.progress;

import io.fabric8.kubernetes.api.model.Pod;

/** Whether the task's own process started, as far as a pod shows. */
@SuppressWarnings("DoNotCallSuggester")
public enum TaskStart {
  /** It did not, and the pod as it stands leaves no doubt. */
  NEVER,
  /** The pod does not tell. Counts as "it ran". */
  UNKNOWN,
  /** It did. */
  STARTED;

  /**
   * Reads a pod as it was last seen, best the object that the DELETED event carries.
   *
   * @param pod may be deleted, finished, or still alive (then NEVER means "not yet")
   */
  public static TaskStart of(Pod pod) {
    throw new UnsupportedOperationException("in work");
  }

  /**
   * Reads a pod that the operator told to end before its task's container had started.
   *
   * <p>A kubelet that ends a pod whose probe has passed reports the container that it never made as
   * {@code ContainerStatusUnknown}. That alone is UNKNOWN; after a stop that was decided on a pod
   * in state NEVER (the recorded reason is then one of a refusal), and with no container ID ever
   * given, it is NEVER. The pod as it was then is not asked for: a restart has lost it.
   *
   * @param last the pod as it was last seen
   */
  public static TaskStart afterStop(Pod last) {
    throw new UnsupportedOperationException("in work");
  }
}
