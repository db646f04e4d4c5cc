package dev.glovebox.cli.plan;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.cli.plan.Open.State;
import dev.glovebox.cli.plan.Open.Subject;
import dev.glovebox.core.plan.Decision;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Plan;
import dev.glovebox.core.plan.Planner;
import dev.glovebox.core.plan.Refusal;
import dev.glovebox.core.plan.Waiting;
import dev.glovebox.core.reason.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the operator would decide on what was seen. Pure; the operator's planner decides. */
public final class Forecast {
  private static final Lookup<Facts.ServiceAccountFacts> ANY_ACCOUNT =
      new Lookup.Found<>(new Facts.ServiceAccountFacts("", List.of()));

  private Forecast() {}

  /** The answer for a task under the policy in force. */
  public static Outlook of(Seen seen) {
    SeenFacts.Result known = SeenFacts.of(seen);
    List<Open> open = new ArrayList<>(known.open());
    Outlook.Verdict verdict =
        switch (Planner.plan(seen.task(), seen.policy(), known.facts())) {
          case Refusal refusal -> new Outlook.Refused(refusal);
          case Waiting waiting -> new Outlook.Waits(waiting, afterwards(seen, known.facts()));
          case Plan plan -> guarded(plan, seen.cluster().nothingReleased(), open);
        };
    if (!(verdict instanceof Outlook.Refused)) {
      open.addAll(whatOnlyTheOperatorSees(known));
    }
    return new Outlook(seen.task(), verdict, open);
  }

  /** As the operator does before it makes anything. */
  private static Outlook.Verdict guarded(
      Plan plan, Lookup<Optional<String>> nothingReleased, List<Open> open) {
    return switch (nothingReleased) {
      case Lookup.Found<Optional<String>> found ->
          found
              .value()
              .<Outlook.Verdict>map(
                  why ->
                      new Outlook.Waits(
                          new Waiting(Reason.ProvisionTimeout, "nothing is released now: " + why),
                          Optional.of(plan)))
              .orElseGet(() -> new Outlook.Runs(plan));
      case Lookup.Unreadable<Optional<String>> no -> {
        open.add(new Open(Subject.ADMISSION_POLICIES, State.UNKNOWN, unguarded(no.message())));
        yield new Outlook.Runs(plan);
      }
      case Lookup.Absent<Optional<String>> none -> {
        open.add(
            new Open(Subject.ADMISSION_POLICIES, State.UNKNOWN, unguarded("they are not served")));
        yield new Outlook.Runs(plan);
      }
    };
  }

  private static String unguarded(String why) {
    return "without them nothing is released, and they are taken to be in force: " + why;
  }

  /** The plan when everything that is waited for has come: certificates, service account, quota. */
  private static Optional<Plan> afterwards(Seen seen, Facts now) {
    SandboxPolicy policy = seen.policy();
    List<Facts.CanaryFacts> canaries =
        now.canaries().isEmpty() ? OrdinaryCluster.CANARIES : now.canaries();
    Map<String, Facts.CertificateFacts> certificates =
        new TreeMap<>(
            OrdinaryCluster.certificates(
                policy.getSpec(),
                now.runtimeClasses(),
                now.nodes(),
                canaries,
                now.platform(),
                now.takenAt()));
    Decision decision =
        Planner.plan(
            seen.task(),
            policy,
            facts(
                now,
                now.serviceAccount() instanceof Lookup.Found ? now.serviceAccount() : ANY_ACCOUNT,
                canaries,
                isCertifying(seen, now) ? certificates : now.certificates(),
                Map.of()));
    return decision instanceof Plan plan ? Optional.of(plan) : Optional.empty();
  }

  /** Whether certificates are among what is waited for: those that hold are kept otherwise. */
  private static boolean isCertifying(Seen seen, Facts now) {
    Facts noQuota =
        facts(now, ANY_ACCOUNT, now.canaries(), now.certificates(), now.policyEngineStarts());
    return Planner.plan(seen.task(), seen.policy(), noQuota) instanceof Waiting;
  }

  /** What is there now, without a quota in the way, and with these in place of what there is. */
  private static Facts facts(
      Facts now,
      Lookup<Facts.ServiceAccountFacts> account,
      List<Facts.CanaryFacts> canaries,
      Map<String, Facts.CertificateFacts> certificates,
      Map<String, Instant> policyEngineStarts) {
    return new Facts(
        now.namespace(),
        now.runtimeClasses(),
        now.nodes(),
        now.storageClasses(),
        now.secrets(),
        now.configMaps(),
        account,
        0,
        now.network(),
        canaries,
        certificates,
        policyEngineStarts,
        now.takenAt(),
        now.platform());
  }

  private static List<Open> whatOnlyTheOperatorSees(SeenFacts.Result known) {
    List<Open> open = new ArrayList<>();
    if (known.open().stream().noneMatch(question -> question.subject() == Subject.CANARIES)) {
      open.add(
          new Open(
              Subject.CANARIES,
              State.OPERATOR,
              "that %s answer it: a sandbox that reaches none proves something only then"
                  .formatted(
                      String.join(
                          ", ",
                          known.facts().canaries().stream()
                              .map(Facts.CanaryFacts::name)
                              .toList()))));
    }
    open.add(
        new Open(
            Subject.OTHER_POLICIES,
            State.OPERATOR,
            "that no other policy, of any kind, selects the pod and allows something"));
    open.add(
        new Open(
            Subject.ADMISSION,
            State.OPERATOR,
            "that the API server takes the task and these objects, and that webhooks leave them as they are"));
    return open;
  }
}
