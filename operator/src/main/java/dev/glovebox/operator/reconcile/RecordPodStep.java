package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.operator.observe.TaskMetrics;
import dev.glovebox.operator.status.StatusDraft;
import java.util.stream.Collectors;

/**
 * Writes the pod's UID into the status. From here on this pod is the only one that the task will
 * ever have, so this comes before the release and carries the resourceVersion of the task: a task
 * that was cancelled or deleted meanwhile is not released.
 */
final class RecordPodStep implements Step {
  private final TaskStatus status;
  private final TaskMetrics metrics;

  RecordPodStep(TaskStatus status, TaskMetrics metrics) {
    this.status = status;
    this.metrics = metrics;
  }

  @Override
  public Progress run(Pass pass) {
    if (pass.recordedPod().isPresent()) {
      return new Progress.Proceed();
    }
    var pod = new OwnObject(pass.podObject());
    StatusDraft draft =
        StatusDraft.of(pass.task())
            .phase(Phase.Provisioning)
            .plan(pass.plan())
            .pod(pass.objectName(), pod.uid(), status.now());
    var risks = pass.plan().spec().dangerouslyAllow();
    if (risks == null || risks.isEmpty()) {
      return status.write(pass, draft);
    }
    // Once per run, because a pod is recorded once: whoever reads events learns what was given up.
    String taken = risks.stream().map(Enum::name).collect(Collectors.joining(", "));
    Progress progress =
        status.warn(
            pass,
            draft,
            "RiskTaken",
            "spec.dangerouslyAllow: %s; see status.findings".formatted(taken));
    if (progress instanceof Progress.Proceed) {
      risks.forEach(metrics::riskTaken);
    }
    return progress;
  }
}
