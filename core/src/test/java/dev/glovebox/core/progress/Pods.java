package dev.glovebox.core.progress;

import dev.glovebox.core.render.PlanCases;
import dev.glovebox.core.render.Rendered;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.ContainerStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodConditionBuilder;
import java.util.function.Consumer;

/** Pods of a task at every point of their way, with the statuses that a kubelet 1.34 writes. */
final class Pods {
  static final String STARTED = "2026-11-29T20:00:02Z";
  static final String FINISHED = "2026-11-29T20:00:09Z";

  private Pods() {}

  /** With the gate on. */
  static Pod held() {
    return new PodBuilder(Rendered.of(PlanCases.minimal().build()).pod())
        .withNewStatus()
        .withPhase("Pending")
        .withConditions(condition("PodScheduled", "False", "SchedulingGated", "gates"))
        .endStatus()
        .build();
  }

  /** Released, on no node yet. */
  static Pod released() {
    return new PodBuilder(held())
        .editSpec()
        .withSchedulingGates()
        .endSpec()
        .editStatus()
        .withConditions()
        .endStatus()
        .build();
  }

  /** On a node, with these statuses of probe and task; null = none. */
  static Pod onNode(String phase, ContainerStatus probe, ContainerStatus task) {
    var pod =
        new PodBuilder(released())
            .editSpec()
            .withNodeName("node-1")
            .endSpec()
            .editStatus()
            .withPhase(phase)
            .endStatus()
            .build();
    if (probe != null) {
      pod.getStatus().getInitContainerStatuses().add(probe);
    }
    if (task != null) {
      pod.getStatus().getContainerStatuses().add(task);
    }
    return pod;
  }

  /** The probe passed; the task's container is as given. */
  static Pod proved(String phase, ContainerStatus task) {
    return onNode(phase, ended("probe", 0, "Completed", "{report}"), task);
  }

  /** The probe passed, the task ended with a code and the container's reason. */
  static Pod finished(int exitCode, String containerReason) {
    return proved(
        exitCode == 0 ? "Succeeded" : "Failed", ended("task", exitCode, containerReason, null));
  }

  static Pod with(Pod pod, Consumer<Pod> change) {
    change.accept(pod);
    return pod;
  }

  /** What the kubelet says of the pod as a whole. */
  static Consumer<Pod> says(String reason, String message) {
    return pod -> {
      pod.getStatus().setReason(reason);
      pod.getStatus().setMessage(message);
    };
  }

  static Consumer<Pod> deleted() {
    return pod -> pod.getMetadata().setDeletionTimestamp("2026-11-29T20:00:08Z");
  }

  static ContainerStatus waiting(String name, String reason, String message) {
    return new ContainerStatusBuilder()
        .withName(name)
        .withNewState()
        .withNewWaiting(message, reason)
        .endState()
        .build();
  }

  static ContainerStatus running(String name) {
    return new ContainerStatusBuilder()
        .withName(name)
        .withContainerID("containerd://" + name)
        .withStarted(true)
        .withNewState()
        .withNewRunning(STARTED)
        .endState()
        .build();
  }

  static ContainerStatus ended(String name, int exitCode, String reason, String message) {
    return new ContainerStatusBuilder()
        .withName(name)
        .withContainerID("containerd://" + name)
        .withStarted(false)
        .withNewState()
        .withNewTerminated()
        .withContainerID("containerd://" + name)
        .withExitCode(exitCode)
        .withReason(reason)
        .withMessage(message)
        .withStartedAt(STARTED)
        .withFinishedAt(FINISHED)
        .endTerminated()
        .endState()
        .build();
  }

  /** What containerd reports when the runtime could not start the process. */
  static ContainerStatus startError(String message) {
    var status = ended("task", 128, "StartError", message);
    status.getState().getTerminated().setStartedAt("1970-01-01T00:00:00Z");
    return status;
  }

  /** What the kubelet writes for a container that it never made, when it ends the pod. */
  static ContainerStatus unlocated(String name) {
    return new ContainerStatusBuilder()
        .withName(name)
        .withNewState()
        .withNewTerminated()
        .withExitCode(137)
        .withReason("ContainerStatusUnknown")
        .withMessage("The container could not be located when the pod was terminated")
        .endTerminated()
        .endState()
        .build();
  }

  static PodCondition condition(String type, String status, String reason, String message) {
    return new PodConditionBuilder()
        .withType(type)
        .withStatus(status)
        .withReason(reason)
        .withMessage(message)
        .build();
  }
}
