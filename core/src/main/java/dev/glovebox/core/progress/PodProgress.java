package dev.glovebox.core.progress;

import io.fabric8.kubernetes.api.model.Pod;

/** How far a task's pod is, as the kubelet and the scheduler last said. */
@SuppressWarnings("DoNotCallSuggester")
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
   * The task's process runs.
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

  /** Reads a pod. An init container whose state is not known has not passed. */
  static PodProgress of(Pod pod) {
    if (pod.getSpec().getNodeName() == null) {
      return new Held();
    }
    throw new UnsupportedOperationException("in work");
  }
}
