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

  /**
   * It would not even be made: its name is in use.
   *
   * @param by whose it is, for people
   * @param then what would become of it under this name once it is free
   */
  public record Taken(String by, Verdict then) implements Verdict {}

  /**
   * The same for a task whose name is in use. A refusal stays one: another name would not help.
   *
   * @param by whose the name is, for people
   */
  public Outlook taken(String by) {
    return verdict instanceof Refused || verdict instanceof Taken
        ? this
        : new Outlook(task, new Taken(by, verdict), open);
  }

  /** How it would run; empty when it would not, or that cannot be told. */
  public Optional<Plan> plan() {
    return plan(verdict);
  }

  private static Optional<Plan> plan(Verdict verdict) {
    return switch (verdict) {
      case Refused refused -> Optional.empty();
      case Waits waits -> waits.then();
      case Runs runs -> Optional.of(runs.plan());
      case Taken taken -> plan(taken.then());
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
