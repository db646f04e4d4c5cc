package dev.glovebox.core.progress;

import io.fabric8.kubernetes.api.model.Pod;

/** How far a task's pod is, as the kubelet and the scheduler last said. */
public sealed interface PodProgress {
  /** The gate is on. */
  record Held() implements PodProgress {}

  /**
   * Released and not on a node yet.
   *
   * @param message the scheduler's; empty when it has not said anything
   */
  record Unscheduled(String message) implements PodProgress {}

  /**
   * On a node, the probe's container does not run yet.
   *
   * @param waitingReason the kubelet's, as in {@code ImagePullBackOff}; empty = none
   * @param message the kubelet's; empty = none
   */
  record Starting(String waitingReason, String message) implements PodProgress {}

  /**
   * The probe is at work.
   *
   * @param since RFC 3339
   */
  record Probing(String since) implements PodProgress {}

  /**
   * The probe ended with an exit code other than 0; the task's process can never start.
   *
   * @param terminationMessage empty = none
   */
  record ProbeFailed(int exitCode, String terminationMessage) implements PodProgress {}

  /**
   * The probe passed, the task's container does not run yet.
   *
   * @param terminationMessage the probe's report
   * @param waitingReason why the task's container waits; empty = nothing said
   * @param waitingMessage the kubelet's; empty = none
   */
  record ProbePassed(String terminationMessage, String waitingReason, String waitingMessage)
      implements PodProgress {}

  /**
   * The task's process runs, or has ended and the kubelet has not yet said that the pod has.
   *
   * @param startedAt RFC 3339
   * @param probeTerminationMessage the probe's report; empty = none
   */
  record Running(String startedAt, String probeTerminationMessage) implements PodProgress {}

  /**
   * Nothing of the pod runs any more; {@link RunOutcome} says how it ended.
   *
   * @param probeTerminationMessage the probe's report; empty = none
   */
  record Ended(RunOutcome outcome, String probeTerminationMessage) implements PodProgress {}

  /**
   * Reads a pod. A task that runs although its probe has not passed is Running, with what the probe
   * said or nothing: the check of the proof then ends it.
   */
  static PodProgress of(Pod pod) {
    var view = PodView.of(pod);
    if (view.isFinished()) {
      return new Ended(RunOutcome.of(pod, null), view.probeMessage());
    }
    if (view.taskEnd() != null) {
      // The kubelet reports the container's end before the pod's, and only the pod's says why.
      return new Running(PodView.text(view.taskEnd().getStartedAt()), view.probeMessage());
    }
    var running = view.task().getState().getRunning();
    if (running != null) {
      return new Running(PodView.text(running.getStartedAt()), view.probeMessage());
    }
    if (view.isGated()) {
      return new Held();
    }
    if (!view.isOnNode()) {
      return new Unscheduled(view.whyNot("PodScheduled"));
    }
    return probeProgress(view);
  }

  private static PodProgress probeProgress(PodView view) {
    var probe = view.probe().getState();
    if (probe.getRunning() != null) {
      return new Probing(PodView.text(probe.getRunning().getStartedAt()));
    }
    if (view.hasProbePassed()) {
      var waiting = view.task().getState().getWaiting();
      return waiting == null
          ? new ProbePassed(view.probeMessage(), "", "")
          : new ProbePassed(
              view.probeMessage(),
              PodView.text(waiting.getReason()),
              PodView.text(waiting.getMessage()));
    }
    if (probe.getTerminated() != null) {
      return new ProbeFailed(probe.getTerminated().getExitCode(), view.probeMessage());
    }
    var waiting = probe.getWaiting();
    return waiting == null
        ? new Starting("", "")
        : new Starting(PodView.text(waiting.getReason()), PodView.text(waiting.getMessage()));
  }
}
