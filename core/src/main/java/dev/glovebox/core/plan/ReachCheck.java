package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.plan.ProbeTarget.Kind;
import dev.glovebox.core.reason.Reason;
import java.util.ArrayList;
import java.util.List;

/** Whether what a plan grants and what it counts on to be blocked are still what they were. */
final class ReachCheck {

  /** Of each rule: one is enough to refuse, and a message is cut after some more. */
  private static final int MOST_NAMED = 5;

  private final Plan plan;
  private final Facts fresh;
  private final List<Refusal> changes = new ArrayList<>();

  private ReachCheck(Plan plan, Facts fresh) {
    this.plan = plan;
    this.fresh = fresh;
  }

  /** What has changed; part of {@link ReleaseCheck}. */
  static List<Refusal> changes(Plan plan, Facts fresh) {
    ReachCheck check = new ReachCheck(plan, fresh);
    check.network();
    check.canaries();
    return check.changes;
  }

  /** A range that became the cluster's own may lie inside what was granted. */
  private void network() {
    if (plan.egress().isEmpty()) {
      return;
    }
    ClusterRanges ranges = ClusterRanges.of(fresh);
    ranges.unreadable().forEach(range -> changed(Reason.NetworkRangesUnknown, range));
    if (plan.spec().network().mode() == NetworkMode.Internet) {
      fresh.network().missing().forEach(range -> changed(Reason.NetworkRangesUnknown, range));
    }
    ownIn(plan.egress(), ranges)
        .forEach(
            found ->
                changed(
                    Reason.NetworkRangesUnknown, found + ", and did not when the plan was made"));
  }

  /** Ranges of the cluster's own, and blocked ones, that lie in what is granted; in words. */
  static List<String> ownIn(List<Egress> granted, ClusterRanges ranges) {
    List<String> found = new ArrayList<>();
    for (Egress rule : granted) {
      List<Cidr> except = rule.except().stream().map(Cidr::parse).toList();
      ranges.blocked().refusing(Cidr.parse(rule.cidr()), except).stream()
          .distinct()
          .limit(MOST_NAMED)
          .forEach(
              entry ->
                  found.add(
                      "%s (%s) lies in the granted range %s"
                          .formatted(entry.range().text(), entry.what(), rule.cidr())));
    }
    return found;
  }

  /** Without a canary that answers, silence from inside proves nothing. */
  private void canaries() {
    List<ProbeTarget> canaries =
        plan.targets().stream().filter(target -> target.kind() == Kind.Canary).toList();
    boolean answering =
        canaries.stream()
            .anyMatch(
                target ->
                    fresh.canaries().stream()
                        .anyMatch(canary -> canary.address().equals(target.address())));
    if (!answering) {
      changed(
          Reason.CertificationInconclusive,
          "none of the canaries that the plan counted on answers the operator now");
    }
  }

  private void changed(Reason reason, String message) {
    changes.add(new Refusal(reason, message));
  }
}
