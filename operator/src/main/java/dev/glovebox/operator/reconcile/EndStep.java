package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.progress.PodProgress;
import dev.glovebox.core.progress.RunOutcome;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.core.verify.IsolationLoss;
import dev.glovebox.core.verify.ProbeReport;
import dev.glovebox.operator.status.StatusDraft;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Nothing stopped the task, and its pod has ended or is gone. */
final class EndStep implements Step {
  private static final Duration LAST_WORD = Duration.ofSeconds(15);
  private static final Duration NEXT_WORD = Duration.ofSeconds(2);

  private final ObjectReads reads;
  private final TaskStatus status;
  private final Proof proof;
  private final Kill kill;

  EndStep(ObjectReads reads, TaskStatus status, Proof proof, Kill kill) {
    this.reads = reads;
    this.status = status;
    this.proof = proof;
    this.kill = kill;
  }

  @Override
  public Progress run(Pass pass) {
    Optional<IsolationLoss> lost = kill.lossOf(pass.task().getStatus().podUID());
    if (lost.isPresent()) {
      // It was over before the reason was on record.
      return Progress.Stop.of(Reason.IsolationLost, lost.get().words());
    }
    return pass.pod() == null ? gone(pass) : ended(pass, null);
  }

  /**
   * Writes how a pod ended.
   *
   * @param asked why the operator told it to; null = it did not
   */
  Progress ended(Pass pass, Reason asked) {
    var ended = (PodProgress.Ended) pass.progress();
    RunOutcome outcome = asked == null ? ended.outcome() : RunOutcome.of(pass.pod(), asked);
    if (outcome.phase() == Phase.Refused) {
      // Said only when the pod is gone, so that it cannot be taken for one that may still start.
      return new Progress.Stop(
          outcome.reason(), outcome.message(), failedChecks(ended.probeTerminationMessage()));
    }
    if (asked == null && !isSaid(pass)) {
      // The cluster's collector ends the pods of a node that is off, in the kubelet's place.
      Optional<Progress> lost = lostWithNode(pass, pass.pod().getSpec().getNodeName());
      if (lost.isPresent()) {
        return lost.get();
      }
    }
    if (!lastWord(pass)) {
      return new Progress.Wait(NEXT_WORD);
    }
    StatusDraft draft =
        StatusDraft.of(pass.task())
            .node(pass.pod().getSpec().getNodeName())
            .running(outcome.startedAt(), RunStep.imageId(pass.pod()));
    // A pod that was not the planned one proves nothing.
    boolean owed = asked != Reason.AdmissionMutated;
    if (owed && outcome.startedAt() != null && pass.task().getStatus().provedTime() == null) {
      // It was over before it was seen running: the proof is owed all the same.
      switch (proof.check(pass, ended.probeTerminationMessage())) {
        case Proof.Unread unread -> {
          return new Progress.Retry(unread.why());
        }
        case Proof.Broken broken -> {
          return status.settle(
              pass,
              draft
                  .outcome(outcome, status.now())
                  .phase(Phase.Failed)
                  .because(Reason.ProofRejected, broken.why())
                  .failedChecks(broken.failedChecks()));
        }
        case Proof.Holds holds -> proof.show(draft, pass, holds);
      }
    }
    draft.outcome(outcome, status.now());
    if (asked != null && asked == outcome.reason()) {
      // Why it was told to stop was written when it was told, and says more than that it stopped.
      draft.because(asked, pass.task().getStatus().message());
    } else if (asked == Reason.AdmissionMutated) {
      draft.because(outcome.reason(), pass.task().getStatus().message() + "; " + outcome.message());
    }
    return status.settle(pass, draft);
  }

  /**
   * Whether the kubelet has said all. It reports the pod's phase Failed first, with the containers
   * as it last saw them, and what became of each of them up to a second later (seen on 1.34, with a
   * container that was never made). Only the second says whether the task's process ever started.
   * It never comes from a kubelet that is gone.
   */
  private static boolean lastWord(Pass pass) {
    PodStatus pod = pass.pod().getStatus();
    Optional<Instant> changed =
        pod.getConditions().stream()
            .map(PodCondition::getLastTransitionTime)
            .filter(Objects::nonNull)
            .map(Instant::parse)
            .max(Comparator.naturalOrder());
    return isSaid(pass) || changed.isEmpty() || pass.now().isAfter(changed.get().plus(LAST_WORD));
  }

  /** Whether the kubelet has said how the task's container ended. */
  private static boolean isSaid(Pass pass) {
    return pass.pod().getStatus().getContainerStatuses().stream()
        .filter(container -> container.getName().equals(Names.TASK_CONTAINER))
        .anyMatch(container -> container.getState().getTerminated() != null);
  }

  private static List<String> failedChecks(String probeMessage) {
    return ProbeReport.parse(probeMessage) instanceof ProbeReport.Report parsed
        ? parsed.report().failedChecks()
        : List.of();
  }

  /**
   * Writes how a pod ended that was told to and is gone; empty when that was not seen, or when it
   * was over before its isolation was proved.
   */
  Optional<Progress> stopped(Pass pass, Reason asked) {
    SandboxTaskStatus known = pass.task().getStatus();
    return reads
        .knownEnd(known.podUID())
        .filter(pod -> known.provedTime() != null)
        .map(pod -> RunOutcome.of(pod, asked))
        .filter(outcome -> outcome.phase() == Phase.Failed)
        .map(
            outcome ->
                status.settle(
                    pass,
                    StatusDraft.unchanged(pass.task())
                        .outcome(outcome, status.now())
                        .because(asked, known.message())));
  }

  /** It ran, or may have, and nobody can say any more how it ended. */
  Progress gone(Pass pass) {
    return lostWithNode(pass, pass.task().getStatus().nodeName())
        .orElseGet(
            () ->
                lost(
                    pass,
                    Reason.PodDeleted,
                    "pod %s was deleted by someone else; it may have run, so it is never made again"
                        .formatted(pass.objectName())));
  }

  /**
   * How to go on when the node is gone, was marked out of service, or cannot be asked for; empty
   * when it is there.
   *
   * @param node null = the pod was never placed
   */
  private Optional<Progress> lostWithNode(Pass pass, String node) {
    if (node == null) {
      return Optional.empty();
    }
    return switch (reads.node(node)) {
      case Lookup.Unreadable<ObjectReads.NodeState> no ->
          Optional.of(new Progress.Retry("node: " + no.message()));
      case Lookup.Absent<ObjectReads.NodeState> absent ->
          Optional.of(
              lost(pass, Reason.NodeLost, "node %s is gone, and the pod with it".formatted(node)));
      case Lookup.Found<ObjectReads.NodeState> found ->
          found.value().outOfService()
              ? Optional.of(
                  lost(
                      pass,
                      Reason.NodeLost,
                      "node %s was marked out of service, and the pod is gone".formatted(node)))
              : Optional.empty();
    };
  }

  private Progress lost(Pass pass, Reason reason, String message) {
    return status.settle(
        pass,
        StatusDraft.of(pass.task()).because(reason, message).ended(Phase.Failed, status.now()));
  }
}
