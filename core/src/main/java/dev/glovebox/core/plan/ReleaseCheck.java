package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.core.reason.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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
    check.changes.addAll(PlacementCheck.changes(plan, fresh));
    check.changes.addAll(ReachCheck.changes(plan, fresh));
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
