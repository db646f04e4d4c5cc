package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Plan;
import dev.glovebox.core.plan.Planner;
import dev.glovebox.core.plan.PolicyChoice;
import dev.glovebox.core.plan.Refusal;
import dev.glovebox.core.plan.Waiting;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.operator.facts.ClusterView;
import dev.glovebox.operator.facts.PlanBasis;
import dev.glovebox.operator.facts.ReleaseGuard;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Decides whether and how the task runs. Nothing has been made for it before, or nothing runs. */
final class PlanStep implements Step {
  private static final Set<Reason> OF_NODES =
      EnumSet.of(Reason.NetworkNotEnforced, Reason.NodeNotCertified);

  private final ClusterView view;
  private final ReleaseGuard guard;
  private final Certifications certifications;

  PlanStep(ClusterView view, ReleaseGuard guard, Certifications certifications) {
    this.view = view;
    this.guard = guard;
    this.certifications = certifications;
  }

  @Override
  public Progress run(Pass pass) {
    if (pass.cancelled()) {
      return Progress.Stop.of(
          Reason.CancelledBeforeStart, "spec.desiredState became Cancelled before the start");
    }
    Progress decided = decide(view, pass);
    // The watch that tells of the task may be ahead of the one that tells of its policy, made just
    // before; and a refusal is for good.
    return decided instanceof Progress.Stop ? decide(view.server(), pass) : decided;
  }

  private Progress decide(PlanBasis basis, Pass pass) {
    return switch (basis.namespace(pass.namespace())) {
      case Lookup.Unreadable<Facts.NamespaceFacts> no ->
          new Progress.Retry("namespace " + pass.namespace() + ": " + no.message());
      case Lookup.Absent<Facts.NamespaceFacts> gone ->
          new Progress.Retry("namespace " + pass.namespace() + " is not there");
      case Lookup.Found<Facts.NamespaceFacts> found -> underPolicy(basis, found.value(), pass);
    };
  }

  private Progress underPolicy(PlanBasis basis, Facts.NamespaceFacts namespace, Pass pass) {
    String name = PolicyChoice.nameFor(namespace);
    return switch (basis.policy(name)) {
      case Lookup.Unreadable<SandboxPolicy> no -> new Progress.Retry(no.message());
      case Lookup.Absent<SandboxPolicy> none -> underPolicy(basis, namespace, Map.of(), pass);
      case Lookup.Found<SandboxPolicy> found ->
          underPolicy(basis, namespace, Map.of(name, found.value()), pass);
    };
  }

  private Progress underPolicy(
      PlanBasis basis,
      Facts.NamespaceFacts namespace,
      Map<String, SandboxPolicy> policies,
      Pass pass) {
    return switch (PolicyChoice.choose(namespace, policies)) {
      case PolicyChoice.Missing missing -> Progress.Stop.of(missing.refusal());
      case PolicyChoice.Chosen chosen ->
          switch (basis.snapshot(pass.task(), chosen.policy())) {
            case Lookup.Unreadable<Facts> no -> new Progress.Retry("facts: " + no.message());
            case Lookup.Absent<Facts> gone ->
                new Progress.Retry("namespace " + pass.namespace() + " is not there");
            case Lookup.Found<Facts> facts ->
                switch (Planner.plan(pass.task(), chosen.policy(), facts.value())) {
                  case Refusal refusal -> refused(refusal);
                  case Waiting waiting -> waits(waiting);
                  case Plan plan -> guarded(plan, pass);
                };
          };
    };
  }

  /**
   * A task that is refused for its nodes' verdicts has them tried again when they are old enough:
   * it is the only one who knows that they are still wanted, for the next is refused as fast.
   */
  private Progress refused(Refusal refusal) {
    if (OF_NODES.contains(refusal.reason())) {
      certifications.wanted();
    }
    return Progress.Stop.of(refusal);
  }

  /** Whatever it waits for: certification looks for itself whether it can do something about it. */
  private Progress waits(Waiting waiting) {
    certifications.wanted();
    return new Progress.Hold(waiting, null);
  }

  /** A refusal is said at once; only a task that could go forward waits for the platform. */
  private Progress guarded(Plan plan, Pass pass) {
    pass.plan(plan);
    Optional<String> why = guard.refusesBecause();
    return why.isPresent() ? nothingIsReleased(why.get()) : new Progress.Proceed();
  }

  /** What a task does while something in the whole cluster keeps pods from being released. */
  static Progress nothingIsReleased(String why) {
    return new Progress.Hold(
        new Waiting(Reason.ProvisionTimeout, "nothing is released now: " + why), null);
  }
}
