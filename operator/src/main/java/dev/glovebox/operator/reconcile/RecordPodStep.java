package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.operator.status.StatusDraft;

/**
 * Writes the pod's UID into the status. From here on this pod is the only one that the task will
 * ever have, so this comes before the release and carries the resourceVersion of the task: a task
 * that was cancelled or deleted meanwhile is not released.
 */
final class RecordPodStep implements Step {
  private final TaskStatus status;

  RecordPodStep(TaskStatus status) {
    this.status = status;
  }

  @Override
  public Progress run(Pass pass) {
    if (pass.recordedPod().isPresent()) {
      return new Progress.Proceed();
    }
    var pod = new OwnObject(pass.podObject());
    return status.write(
        pass,
        StatusDraft.of(pass.task())
            .phase(Phase.Provisioning)
            .plan(pass.plan())
            .pod(pass.objectName(), pod.uid(), status.now()));
  }
}
