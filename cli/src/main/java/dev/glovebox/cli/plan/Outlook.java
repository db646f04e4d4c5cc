package dev.glovebox.cli.plan;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Plan;
import dev.glovebox.core.plan.Refusal;
import dev.glovebox.core.plan.Waiting;
import java.util.List;
import java.util.Optional;

/**
 * What would become of a task.
 *
 * @param task as it was planned: with namespace, and with a UID that may be made up
 * @param open what this answer leaves open
 */
public record Outlook(SandboxTask task, Verdict verdict, List<Open> open) {
  public Outlook {
    open = List.copyOf(open);
  }

  /** The answer, as far as it is known. */
  public sealed interface Verdict {}

  /** The operator would refuse it. */
  public record Refused(Refusal refusal) implements Verdict {}

  /**
   * It would wait.
   *
   * @param then how it would run once it need not wait any more, if nothing else changes; empty
   *     when that cannot be told
   */
  public record Waits(Waiting waiting, Optional<Plan> then) implements Verdict {}

  /** The operator would make the objects of this plan. */
  public record Runs(Plan plan) implements Verdict {}

  /** How it would run; empty when it would not, or that cannot be told. */
  public Optional<Plan> plan() {
    return switch (verdict) {
      case Refused refused -> Optional.empty();
      case Waits waits -> waits.then();
      case Runs runs -> Optional.of(runs.plan());
    };
  }

  /** Whether something could not be read that decides. */
  public boolean hasUnknowns() {
    return open.stream().anyMatch(question -> question.state() == Open.State.UNKNOWN);
  }

  /** Whether no cluster was asked. */
  public boolean isAboutAnAssumedCluster() {
    return open.stream()
        .anyMatch(
            question ->
                question.subject() == Open.Subject.RUNTIME_CLASSES
                    && question.state() == Open.State.ASSUMED);
  }

  /** Whether the objects may be others than these: something that shapes them is not known. */
  public boolean isShapedByGuesses() {
    return open.stream()
        .anyMatch(
            question -> question.subject().shapes() && question.state() != Open.State.OPERATOR);
  }
}
