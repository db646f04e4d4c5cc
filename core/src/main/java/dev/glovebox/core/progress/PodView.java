package dev.glovebox.core.progress;

import dev.glovebox.core.plan.Names;
import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.List;
import java.util.function.Function;

/** The parts of a pod that say how far it is, without nulls. */
record PodView(Pod pod, PodStatus status, ContainerStatus probe, ContainerStatus task) {
  /** The kubelet's reason for a container that it expected and does not find. */
  static final String UNLOCATED = "ContainerStatusUnknown";

  /** How the kubelet begins its message when it never took the pod (kubelet 1.34, rejectPod). */
  private static final String REJECTED = "Pod was rejected";

  static PodView of(Pod pod) {
    var status = pod.getStatus() == null ? new PodStatus() : pod.getStatus();
    return new PodView(
        pod,
        status,
        named(status.getInitContainerStatuses(), Names.PROBE_CONTAINER),
        named(status.getContainerStatuses(), Names.TASK_CONTAINER));
  }

  /** Succeeded or Failed. */
  boolean isFinished() {
    return is("Succeeded") || is("Failed");
  }

  boolean is(String phase) {
    return phase.equals(status.getPhase());
  }

  boolean isOnNode() {
    return !text(pod.getSpec().getNodeName()).isEmpty();
  }

  boolean isGated() {
    var gates = pod.getSpec().getSchedulingGates();
    return gates != null && !gates.isEmpty();
  }

  boolean isBeingDeleted() {
    return pod.getMetadata().getDeletionTimestamp() != null;
  }

  /** Whether the kubelet refused the pod, so that none of its containers was ever made. */
  boolean isRejected() {
    return is("Failed") && text(status.getMessage()).startsWith(REJECTED);
  }

  /** Whether the kubelet says that the probe ran to its end, and did not pass. */
  boolean hasProbeFailed() {
    var end = probe.getState().getTerminated();
    return end != null && !UNLOCATED.equals(end.getReason()) && end.getExitCode() != 0;
  }

  boolean hasProbePassed() {
    var end = probe.getState().getTerminated();
    return end != null && end.getExitCode() == 0;
  }

  /** The probe's termination message; empty = none. */
  String probeMessage() {
    var end = probe.getState().getTerminated();
    return end == null ? "" : text(end.getMessage());
  }

  /** The end of the task's container; null when it has not ended. */
  ContainerStateTerminated taskEnd() {
    return task.getState().getTerminated() != null
        ? task.getState().getTerminated()
        : task.getLastState().getTerminated();
  }

  /**
   * The condition's message when it is False; empty otherwise. What was said while the gate was on
   * is no answer: it stays until the scheduler has looked.
   */
  String whyNot(String type) {
    return conditions().stream()
        .filter(c -> type.equals(c.getType()) && "False".equals(c.getStatus()))
        .filter(c -> !"SchedulingGated".equals(c.getReason()))
        .map(c -> text(c.getMessage()))
        .findFirst()
        .orElse("");
  }

  /** Reason of the condition DisruptionTarget; empty when it is not True. */
  String disruption() {
    return disrupted(PodCondition::getReason);
  }

  /** Message of that condition: who disrupts, and why. */
  String disruptionMessage() {
    return disrupted(PodCondition::getMessage);
  }

  private String disrupted(Function<PodCondition, String> part) {
    return conditions().stream()
        .filter(c -> "DisruptionTarget".equals(c.getType()) && "True".equals(c.getStatus()))
        .map(c -> text(part.apply(c)))
        .findFirst()
        .orElse("");
  }

  static String text(String value) {
    return value == null ? "" : value;
  }

  private List<PodCondition> conditions() {
    return status.getConditions() == null ? List.of() : status.getConditions();
  }

  /** An empty status for a container that the kubelet has not reported. */
  private static ContainerStatus named(List<ContainerStatus> statuses, String name) {
    var found =
        statuses == null
            ? new ContainerStatus()
            : statuses.stream()
                .filter(status -> name.equals(status.getName()))
                .findFirst()
                .orElseGet(ContainerStatus::new);
    // A copy: the pod may be an informer's, which others read.
    return new ContainerStatusBuilder(found)
        .withState(found.getState() == null ? new ContainerState() : found.getState())
        .withLastState(found.getLastState() == null ? new ContainerState() : found.getLastState())
        .build();
  }
}
