package dev.glovebox.e2e.attack;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Set;

/** What became of a task, as evidence. */
final class Outcome {
  private Outcome() {}

  /** The task ended as Refused, with one of the reasons, and nothing of it ran. */
  static void refused(Evidence evidence, Workplace where, String name, String... reasons) {
    SandboxTask task = where.finished(name);
    var status = task.getStatus();
    boolean refused = status.phase() == Phase.Refused && Set.of(reasons).contains(status.reason());
    evidence.tried(name + " is refused as it must be", refused, status);
    evidence.tried(name + " started", neverStarted(where.pod(task)), where.pod(task));
  }

  /** The task ran and ended well. */
  static SandboxTask succeeded(Evidence evidence, Workplace where, String name) {
    SandboxTask task = where.finished(name);
    evidence.control(name + " runs", task.getStatus().phase() == Phase.Succeeded, task.getStatus());
    return task;
  }

  /** No pod, or one whose container for the task was never started. */
  static boolean neverStarted(Pod pod) {
    return pod == null
        || pod.getStatus().getContainerStatuses().stream()
            .allMatch(
                container ->
                    container.getState() == null
                        || container.getState().getWaiting() != null
                        // A container that was never made ends with this when its pod goes.
                        || (container.getState().getTerminated() != null
                            && container.getContainerID() == null));
  }
}
