package dev.glovebox.core.progress;

import static dev.glovebox.core.progress.PodView.text;

import dev.glovebox.core.reason.Reason;
import dev.glovebox.core.verify.FailedProof;
import dev.glovebox.core.verify.ProbeReport;
import java.util.List;

/**
 * Why a pod ended that nobody told to, from what the kubelet and the control plane wrote into it.
 *
 * @param message for people
 */
record EndCause(Reason reason, String message) {
  /**
   * How the kubelet says that the pod used more disk than its own limits (kubelet 1.34, eviction
   * {@code helpers.go}). A node low on disk says it otherwise and is no fault of the task.
   */
  private static final List<String> OWN_STORAGE_LIMIT =
      List.of(
          "Pod ephemeral local storage usage exceeds the total limit",
          "exceeded its local ephemeral storage limit",
          "Usage of EmptyDir volume");

  /** The task's process never started. */
  static EndCause beforeStart(PodView view) {
    var said = podSaid(view);
    if (!view.isOnNode() || view.isRejected()) {
      return new EndCause(Reason.Unschedulable, said);
    }
    return switch (text(view.status().getReason())) {
      // The pod's own deadline is the backstop of provisionSeconds when there is no operator.
      case "DeadlineExceeded" -> new EndCause(Reason.ProvisionTimeout, said);
      case "" -> ofProbe(view, said);
      default -> new EndCause(Reason.SandboxStartFailed, said);
    };
  }

  private static EndCause ofProbe(PodView view, String said) {
    var end = view.probe().getState().getTerminated();
    boolean reported =
        end != null && ProbeReport.parse(end.getMessage()) instanceof ProbeReport.Report;
    if (end != null && (reported || !view.isBeingDeleted())) {
      var proof = FailedProof.of(end.getExitCode(), end.getMessage());
      return new EndCause(proof.reason(), proof.message());
    }
    return new EndCause(
        Reason.SandboxStartFailed,
        view.isBeingDeleted()
            ? "the pod was deleted by somebody else before the task started"
            : said);
  }

  /** The task's process ran, or may have. */
  static EndCause ofRun(PodView view) {
    var end = view.taskEnd();
    var containerReason = end == null ? "" : text(end.getReason());
    var podReason = text(view.status().getReason());
    var said = podSaid(view);
    if (podReason.equals("DeadlineExceeded")) {
      return new EndCause(Reason.DeadlineExceeded, said);
    }
    if (podReason.equals("Evicted")) {
      return new EndCause(exceedsOwnLimit(said) ? Reason.StorageExceeded : Reason.Evicted, said);
    }
    // gVisor: exit code 128; Kata and runc: 137.
    if (containerReason.equals("OOMKilled")) {
      return new EndCause(
          Reason.OutOfMemory, "the sandbox used more memory than its limit and was killed");
    }
    if (TaskStart.START_ERRORS.contains(containerReason)) {
      return new EndCause(Reason.StartError, TerminationMessage.clean(end.getMessage()));
    }
    var disruption = disruption(view, said);
    if (disruption != null) {
      return disruption;
    }
    if (view.isBeingDeleted() || !view.isFinished()) {
      return new EndCause(
          Reason.PodDeleted, ("the pod was deleted by somebody else. " + said).strip());
    }
    if (end == null || containerReason.equals(PodView.UNLOCATED)) {
      return new EndCause(
          Reason.NodeLost, ("the kubelet does not know how the task ended. " + said).strip());
    }
    return new EndCause(Reason.ExitNonZero, exited(end.getExitCode()));
  }

  private static EndCause disruption(PodView view, String said) {
    return switch (view.disruption()) {
      case "" ->
          switch (text(view.status().getReason())) {
            case "NodeLost" -> new EndCause(Reason.NodeLost, said);
            // The node was shut down, or a pod of higher priority came.
            case "Terminated", "Shutdown", "NodeShutdown", "Preempting" ->
                new EndCause(Reason.Evicted, said);
            default -> null;
          };
      case "DeletionByPodGC" -> new EndCause(Reason.NodeLost, said);
      default -> new EndCause(Reason.Evicted, said);
    };
  }

  private static boolean exceedsOwnLimit(String message) {
    return OWN_STORAGE_LIMIT.stream().anyMatch(message::contains);
  }

  private static String exited(int exitCode) {
    var text = "the task's process ended with exit code " + exitCode;
    // 128 and the number of the signal: KILL. Some runtimes say so of an end for lack of memory.
    return exitCode == 137 ? text + ": killed, perhaps for lack of memory" : text;
  }

  /**
   * Reason and message of the pod, as in {@code Evicted: The node was low on resource}, and of what
   * disrupted it, as in {@code EvictionByEvictionAPI: Eviction API: evicting}.
   */
  private static String podSaid(PodView view) {
    var said = said(text(view.status().getReason()), view.status().getMessage());
    var disruption = said(view.disruption(), view.disruptionMessage());
    return disruption.isEmpty() || said.isEmpty()
        ? said + disruption
        : said + " (" + disruption + ")";
  }

  private static String said(String reason, String words) {
    var message = TerminationMessage.clean(words).strip();
    return reason.isEmpty() || message.isEmpty() ? reason + message : reason + ": " + message;
  }
}
