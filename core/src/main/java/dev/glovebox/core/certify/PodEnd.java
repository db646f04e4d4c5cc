package dev.glovebox.core.certify;

import dev.glovebox.core.progress.TerminationMessage;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What became of one of the two pods. */
public sealed interface PodEnd {

  /**
   * The probe ran and ended.
   *
   * @param node that it ran on
   * @param imageId of the probe, by the kubelet's word
   * @param message its termination message, as the kubelet keeps it
   */
  record Ended(String node, String imageId, int exitCode, String message) implements PodEnd {}

  /** It never ran, was not let in, or went away; in words. */
  record NotRun(String why) implements PodEnd {}

  /** What the API server admitted is not what was planned; in words. */
  record Mutated(String difference) implements PodEnd {}

  /** How a pod ended; empty while it has not. */
  static Optional<PodEnd> of(Pod pod) {
    var status = pod.getStatus();
    if (status == null) {
      return Optional.empty();
    }
    for (ContainerStatus container : status.getContainerStatuses()) {
      var ended = container.getState() == null ? null : container.getState().getTerminated();
      if (ended != null && ended.getExitCode() != null) {
        return Optional.of(
            new Ended(
                pod.getSpec().getNodeName(),
                container.getImageID(),
                ended.getExitCode(),
                ended.getMessage()));
      }
    }
    return "Failed".equals(status.getPhase()) || "Succeeded".equals(status.getPhase())
        ? Optional.of(new NotRun(words(pod)))
        : Optional.empty();
  }

  /** Why a pod has not started, as far as its status says; empty when it says nothing. */
  static String words(Pod pod) {
    List<String> said = new ArrayList<>();
    var status = pod.getStatus();
    if (status != null) {
      add(said, status.getReason(), status.getMessage());
      for (PodCondition condition : status.getConditions()) {
        if ("PodScheduled".equals(condition.getType()) && "False".equals(condition.getStatus())) {
          add(said, condition.getReason(), condition.getMessage());
        }
      }
      for (ContainerStatus container : status.getContainerStatuses()) {
        var waiting = container.getState() == null ? null : container.getState().getWaiting();
        if (waiting != null) {
          add(said, waiting.getReason(), waiting.getMessage());
        }
      }
    }
    return String.join("; ", said);
  }

  private static void add(List<String> said, String reason, String message) {
    String clean = TerminationMessage.clean(message);
    if (reason != null && !reason.isEmpty()) {
      said.add(clean.isEmpty() ? reason : reason + ": " + clean);
    }
  }
}
