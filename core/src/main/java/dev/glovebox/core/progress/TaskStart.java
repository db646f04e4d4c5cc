package dev.glovebox.core.progress;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Set;

/**
 * Whether the task's own process started, as far as a pod shows. What the kubelet writes in which
 * case was read in kubelet 1.34 ({@code kubelet_pods.go}, {@code status_manager.go}).
 */
public enum TaskStart {
  /** It did not, and the pod as it stands leaves no doubt. */
  NEVER,
  /** The pod does not tell. Counts as "it ran". */
  UNKNOWN,
  /** It did. */
  STARTED;

  /** The runtime could not start the process: the command is not there, for example. */
  static final Set<String> START_ERRORS = Set.of("StartError", "ContainerCannotRun");

  /** Containerd gives a container that never started the time 0 of Unix. */
  private static final String TIME_ZERO = "1970-01-01T00:00:00Z";

  /**
   * Reads a pod that is still there.
   *
   * @param pod may be finished, or alive (then NEVER means "not yet")
   */
  public static TaskStart of(Pod pod) {
    var view = PodView.of(pod);
    var evidence = evidence(view.task());
    if (evidence != NEVER || view.isFinished()) {
      return last(view, false);
    }
    return NEVER;
  }

  /**
   * Reads a pod that is gone, and that the operator told to end before its task's container had
   * started.
   *
   * <p>A kubelet that ends a pod whose probe has passed reports the container that it never made as
   * {@code ContainerStatusUnknown}. That alone is UNKNOWN; after a stop that was decided on a pod
   * in state NEVER (the recorded reason is then one of a refusal), and with no container ID ever
   * given, it is NEVER. The pod as it was then is not asked for: a restart has lost it.
   *
   * @param last the pod as it was last seen, best the object that the DELETED event carries
   */
  public static TaskStart afterStop(Pod last) {
    return last(PodView.of(last), true);
  }

  /**
   * Reads a pod's last word: no later one will come.
   *
   * @param stoppedBefore whether the operator told it to end before the task's container had
   *     started
   */
  static TaskStart last(PodView view, boolean stoppedBefore) {
    var evidence = evidence(view.task());
    if (evidence == STARTED) {
      return STARTED;
    }
    if (!view.isOnNode()) {
      return evidence;
    }
    boolean unlocated = isUnlocated(view.task());
    if (evidence == UNKNOWN && !unlocated) {
      return UNKNOWN;
    }
    // An init container that failed never lets the others start.
    if (view.hasProbeFailed() || view.isRejected()) {
      return NEVER;
    }
    return stoppedBefore && isKubeletsLastWord(view, unlocated) ? NEVER : UNKNOWN;
  }

  /**
   * Whether the kubelet wrote this after it had asked the runtime what became of the pod's
   * containers, and there had never been one of the task's. First it ends the pod with the reason
   * DeadlineExceeded, its containers as it found them; a little later, or when the pod was deleted,
   * it calls those unlocated that never were. The control plane writes neither.
   */
  private static boolean isKubeletsLastWord(PodView view, boolean unlocated) {
    boolean endedByDeadline =
        "DeadlineExceeded".equals(view.status().getReason()) && view.disruption().isEmpty();
    return view.is("Failed") && (unlocated || isUnlocated(view.probe()) || endedByDeadline);
  }

  /** What the status of the task's container alone shows. */
  private static TaskStart evidence(ContainerStatus task) {
    var end = task.getState().getTerminated();
    if (task.getState().getRunning() != null
        || task.getLastState().getRunning() != null
        || task.getLastState().getTerminated() != null
        || Boolean.TRUE.equals(task.getStarted())
        || (end != null && hasRun(end))) {
      return STARTED;
    }
    // A container that was made and is not reported as running may be starting just now.
    return end != null || !PodView.text(task.getContainerID()).isEmpty() ? UNKNOWN : NEVER;
  }

  private static boolean hasRun(ContainerStateTerminated end) {
    var started = PodView.text(end.getStartedAt());
    return !started.isEmpty()
        && !started.equals(TIME_ZERO)
        && !START_ERRORS.contains(PodView.text(end.getReason()));
  }

  private static boolean isUnlocated(ContainerStatus container) {
    var end = container.getState().getTerminated();
    return end != null
        && PodView.UNLOCATED.equals(end.getReason())
        && PodView.text(container.getContainerID()).isEmpty()
        && PodView.text(end.getContainerID()).isEmpty();
  }
}
