package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.core.progress.PodProgress;
import dev.glovebox.core.progress.StartObstacle;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.core.verify.FailedProof;
import dev.glovebox.operator.status.Phases;
import dev.glovebox.operator.status.StatusDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A released pod whose task has not started: placed, sandbox made, probe at work, image pulled. */
final class AttestStep implements Step {
  /** Phases that are over sooner are not worth a write: eight writes per task leave no room. */
  private static final Duration UNSAID = Duration.ofSeconds(10);

  private final TaskStatus status;
  private final ReleasedPods releasedPods;
  private final Proof proof;
  private final HangDiagnosis diagnosis;

  AttestStep(TaskStatus status, ReleasedPods releasedPods, Proof proof, HangDiagnosis diagnosis) {
    this.status = status;
    this.releasedPods = releasedPods;
    this.proof = proof;
    this.diagnosis = diagnosis;
  }

  @Override
  public Progress run(Pass pass) {
    if (pass.progress() instanceof PodProgress.ProbeFailed failed) {
      return failed(failed);
    }
    if (pass.cancelled()) {
      return Progress.Stop.of(
          Reason.CancelledBeforeStart, "spec.desiredState became Cancelled before the start");
    }
    // The answer to the release was lost, or came to an operator that is no more.
    switch (releasedPods.judge(pass)) {
      case ReleasedPods.Changed changed -> {
        return Progress.Stop.of(Reason.AdmissionMutated, changed.what());
      }
      case ReleasedPods.Unread no -> {
        return new Progress.Retry(no.why());
      }
      case ReleasedPods.Same same -> {}
    }
    Optional<StartObstacle> certain = startObstacle(pass).filter(StartObstacle::certain);
    if (certain.isPresent()) {
      return Progress.Stop.of(certain.get().reason(), certain.get().message());
    }
    if (pass.progress() instanceof PodProgress.ProbePassed passed) {
      // Checked as early as it is known, not only when the task runs.
      switch (proof.check(pass, passed.terminationMessage())) {
        case Proof.Broken broken -> {
          return new Progress.Stop(Reason.ProofRejected, broken.why(), broken.failedChecks());
        }
        case Proof.Unread unread -> {
          return new Progress.Retry(unread.why());
        }
        case Proof.Holds holds -> {}
      }
    }
    Instant deadline = pass.created().plus(Limits.provision(pass));
    return pass.now().isBefore(deadline) ? wait(pass, deadline) : diagnosis.of(pass);
  }

  private static Progress failed(PodProgress.ProbeFailed failed) {
    FailedProof why = FailedProof.of(failed.exitCode(), failed.terminationMessage());
    return new Progress.Stop(why.reason(), why.message(), why.failedChecks());
  }

  static Optional<StartObstacle> startObstacle(Pass pass) {
    return switch (pass.progress()) {
      case PodProgress.Starting starting ->
          StartObstacle.of(starting.waitingReason(), starting.message());
      case PodProgress.ProbePassed passed ->
          StartObstacle.of(passed.waitingReason(), passed.waitingMessage());
      default -> Optional.empty();
    };
  }

  /** Waits for the pod's next change, and says what for once it lasts. */
  private Progress wait(Pass pass, Instant deadline) {
    Duration untilDeadline = Duration.between(pass.now(), deadline);
    Optional<Lasting> lasting = lasting(pass);
    if (lasting.isEmpty() || isSaid(pass, lasting.get())) {
      return new Progress.Wait(untilDeadline);
    }
    Duration untilSaid = Duration.between(pass.now(), lasting.get().since().plus(UNSAID));
    if (untilSaid.isPositive()) {
      return new Progress.Wait(untilSaid.compareTo(untilDeadline) < 0 ? untilSaid : untilDeadline);
    }
    StatusDraft draft = StatusDraft.of(pass.task()).phase(lasting.get().phase());
    if (lasting.get().reason() != null) {
      draft.because(lasting.get().reason(), lasting.get().message());
    }
    Progress progress = status.write(pass, draft.node(pass.pod().getSpec().getNodeName()));
    return progress instanceof Progress.Proceed ? new Progress.Wait(untilDeadline) : progress;
  }

  /**
   * What is worth saying when it lasts.
   *
   * @param reason null = nothing is wrong
   */
  private record Lasting(Instant since, Phase phase, Reason reason, String message) {}

  private static Optional<Lasting> lasting(Pass pass) {
    Instant released = Instant.parse(pass.task().getStatus().startTime());
    Optional<StartObstacle> obstacle = startObstacle(pass);
    if (obstacle.isPresent()) {
      return Optional.of(
          new Lasting(
              released, Phase.Provisioning, obstacle.get().reason(), obstacle.get().message()));
    }
    return switch (pass.progress()) {
      case PodProgress.Unscheduled pod ->
          said(new Lasting(released, Phase.Provisioning, Reason.Unschedulable, pod.message()));
      case PodProgress.Probing probing ->
          probing.since().isEmpty()
              ? Optional.empty()
              : Optional.of(new Lasting(Instant.parse(probing.since()), Phase.Attesting, null, ""));
      default -> Optional.empty();
    };
  }

  /** A scheduler that has said nothing may not have looked yet. */
  private static Optional<Lasting> said(Lasting lasting) {
    return lasting.message().isEmpty() ? Optional.empty() : Optional.of(lasting);
  }

  /** Messages of the scheduler change all the time; a write for each would be too many. */
  private static boolean isSaid(Pass pass, Lasting lasting) {
    String reason = lasting.reason() == null ? "" : lasting.reason().name();
    return Phases.of(pass.task()) == lasting.phase()
        && reason.equals(pass.task().getStatus().reason());
  }
}
