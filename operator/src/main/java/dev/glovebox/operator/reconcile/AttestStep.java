package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.core.progress.PodProgress;
import dev.glovebox.core.progress.StartObstacle;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.core.verify.FailedProof;
import dev.glovebox.operator.status.StatusDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A released pod whose task has not started: placed, sandbox made, probe at work, image pulled. */
final class AttestStep implements Step {
  /** Phases that are over sooner are not worth a write. */
  private static final Duration UNSAID = Duration.ofSeconds(5);

  private final TaskStatus status;
  private final Proof proof;
  private final HangDiagnosis diagnosis;

  AttestStep(TaskStatus status, Proof proof, HangDiagnosis diagnosis) {
    this.status = status;
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
    Instant since = Instant.parse(pass.task().getStatus().startTime());
    Duration untilSaid = Duration.between(pass.now(), since.plus(UNSAID));
    Duration untilDeadline = Duration.between(pass.now(), deadline);
    if (untilSaid.isPositive()) {
      return new Progress.Wait(untilSaid.compareTo(untilDeadline) < 0 ? untilSaid : untilDeadline);
    }
    Progress progress = status.write(pass, lasting(pass));
    return progress instanceof Progress.Proceed ? new Progress.Wait(untilDeadline) : progress;
  }

  private static StatusDraft lasting(Pass pass) {
    StatusDraft draft = StatusDraft.of(pass.task());
    draft.node(pass.pod().getSpec().getNodeName());
    Optional<StartObstacle> obstacle = startObstacle(pass);
    if (obstacle.isPresent()) {
      return draft
          .phase(Phase.Provisioning)
          .because(obstacle.get().reason(), obstacle.get().message());
    }
    return switch (pass.progress()) {
      case PodProgress.Unscheduled unscheduled ->
          draft.phase(Phase.Provisioning).because(Reason.Unschedulable, unscheduled.message());
      case PodProgress.Probing probing -> draft.phase(Phase.Attesting);
      case PodProgress.ProbePassed passed -> draft.phase(Phase.Attesting);
      default -> draft.phase(Phase.Provisioning);
    };
  }
}
