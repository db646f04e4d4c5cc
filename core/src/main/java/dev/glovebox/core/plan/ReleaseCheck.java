package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.plan.ProbeTarget.Kind;
import dev.glovebox.core.reason.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Whether what a plan counted on is still so, at the moment when its pod is released. */
public final class ReleaseCheck {

  private final Plan plan;
  private final Facts fresh;
  private final List<Refusal> changes = new ArrayList<>();

  private ReleaseCheck(Plan plan, Facts fresh) {
    this.plan = plan;
    this.fresh = fresh;
  }

  /**
   * What is no longer as the plan counted on.
   *
   * @param fresh read from the server now; what is not there any more is left out or Absent
   * @param policy the plan's SandboxPolicy, read from the server now
   * @return empty = release; otherwise the reasons in order of precedence, one for each change;
   *     {@link Refusal#of} makes one of them
   */
  public static List<Refusal> changes(Plan plan, Facts fresh, Lookup<SandboxPolicy> policy) {
    var check = new ReleaseCheck(plan, fresh);
    check.policy(policy);
    check.metadata();
    check.runtimeClass();
    check.nodes();
    check.network();
    check.canaries();
    check.storage();
    check.secrets();
    return List.copyOf(check.changes);
  }

  private void policy(Lookup<SandboxPolicy> policy) {
    String name = plan.policy().name();
    switch (policy) {
      case Lookup.Absent<SandboxPolicy> absent ->
          changed(Reason.PolicyMissing, "SandboxPolicy \"%s\" was deleted".formatted(name));
      case Lookup.Unreadable<SandboxPolicy> unreadable ->
          changed(
              Reason.ReadBackFailed,
              "SandboxPolicy \"%s\" cannot be read: %s".formatted(name, unreadable.message()));
      case Lookup.Found<SandboxPolicy> found -> {
        switch (PolicyChoice.choose(fresh.namespace(), Map.of(name, found.value()))) {
          case PolicyChoice.Missing missing -> changes.add(missing.refusal());
          case PolicyChoice.Chosen chosen -> generation(chosen.policy());
        }
      }
    }
  }

  private void generation(SandboxPolicy now) {
    if (!Objects.equals(now.getMetadata().getGeneration(), plan.policy().generation())) {
      changed(
          Reason.PolicyViolation,
          "SandboxPolicy \"%s\" was edited: generation %s, planned under %s; make the task again"
              .formatted(
                  plan.policy().name(),
                  now.getMetadata().getGeneration(),
                  plan.policy().generation()));
    }
  }

  private void metadata() {
    ReservedKeys.problems(
            "namespace %s: ".formatted(fresh.namespace().name()),
            fresh.namespace().labels(),
            "label")
        .forEach(problem -> changed(Reason.ReservedMetadata, problem));
    ReservedKeys.problems(
            "namespace %s: ".formatted(fresh.namespace().name()),
            fresh.namespace().annotations(),
            "annotation")
        .forEach(problem -> changed(Reason.ReservedMetadata, problem));
  }

  private void runtimeClass() {
    Facts.RuntimeClassFacts planned = plan.runtimeClass();
    Facts.RuntimeClassFacts now = fresh.runtimeClasses().get(planned.name());
    if (now == null) {
      changed(Reason.RuntimeClassMissing, "RuntimeClass %s was deleted".formatted(planned.name()));
    } else if (!now.handler().equals(planned.handler())) {
      changed(
          Reason.RuntimeHandlerNotAllowed,
          "RuntimeClass %s was replaced: its handler is %s, planned with %s"
              .formatted(planned.name(), now.handler(), planned.handler()));
    } else if (!now.equals(planned)) {
      changed(
          Reason.RuntimeClassMissing,
          "RuntimeClass %s was replaced (UID %s, planned with %s) or edited"
              .formatted(planned.name(), now.uid(), planned.uid()));
    }
  }

  private void nodes() {
    Map<String, Facts.NodeFacts> now = new TreeMap<>();
    fresh.nodes().forEach(node -> now.put(node.name(), node));
    for (Facts.NodeFacts planned : plan.nodes()) {
      Facts.NodeFacts node = now.get(planned.name());
      // A node that is gone cannot get the pod: the others still can.
      if (node != null
          && !(node.uid().equals(planned.uid())
              && node.bootId().equals(planned.bootId())
              && node.kernelVersion().equals(planned.kernelVersion()))) {
        changed(
            Reason.NoNodeWithRuntime,
            "node %s was rebooted or replaced (boot ID or kernel differs from the plan's)"
                .formatted(planned.name()));
      }
    }
    if (plan.nodes().stream().noneMatch(planned -> now.containsKey(planned.name()))) {
      changed(Reason.NoNodeWithRuntime, "every node that the pod may go to is gone");
    }
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
    for (Egress rule : plan.egress()) {
      Cidr granted = Cidr.parse(rule.cidr());
      List<Cidr> open = granted.minus(rule.except().stream().map(Cidr::parse).toList());
      open.stream()
          .flatMap(range -> ranges.blocked().refusing(range).stream())
          .distinct()
          .forEach(
              entry ->
                  changed(
                      Reason.NetworkRangesUnknown,
                      "%s (%s) lies in the granted range %s, and did not when the plan was made"
                          .formatted(entry.range().text(), entry.what(), rule.cidr())));
    }
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

  private void storage() {
    changes.addAll(StorageSelection.problems(plan.spec(), fresh.storageClasses()));
  }

  private void secrets() {
    changes.addAll(SecretRules.problems(plan.spec(), fresh.secrets(), fresh.configMaps()));
    plan.secretUids()
        .forEach(
            (name, uid) -> {
              if (fresh.secrets().get(name) instanceof Lookup.Found<Facts.SecretFacts> now
                  && !now.value().uid().equals(uid)) {
                changed(Reason.SecretNotUsable, "Secret %s was replaced".formatted(name));
              }
            });
    plan.configMapUids()
        .forEach(
            (name, uid) -> {
              if (fresh.configMaps().get(name) instanceof Lookup.Found<Facts.ConfigMapFacts> now
                  && !now.value().uid().equals(uid)) {
                changed(Reason.ConfigMapNotUsable, "ConfigMap %s was replaced".formatted(name));
              }
            });
  }

  private void changed(Reason reason, String message) {
    changes.add(new Refusal(reason, message));
  }
}
