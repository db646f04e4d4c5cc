package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.AllowedRuntime;
import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.Workspace;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What the SandboxPolicy does not allow. Each message names the field, the value and the limit. */
final class PolicyRules {

  /** Below are the system's users, whatever a policy says. */
  private static final long LOWEST_USER = 1000;

  private static final List<String> ACCESS_MODES = List.of("ReadWriteOncePod", "ReadWriteOnce");

  private final SandboxTaskSpec spec;
  private final SandboxPolicySpec policy;
  private final String name;
  private final List<String> problems = new ArrayList<>();

  private PolicyRules(SandboxTaskSpec spec, SandboxPolicySpec policy, String name) {
    this.spec = spec;
    this.policy = policy;
    this.name = "SandboxPolicy \"%s\"".formatted(name);
  }

  /**
   * What is not allowed.
   *
   * @param spec with defaults filled in
   * @param policy with defaults filled in
   * @param name of the policy
   */
  static List<String> problems(SandboxTaskSpec spec, SandboxPolicySpec policy, String name) {
    PolicyRules rules = new PolicyRules(spec, policy, name);
    rules.image();
    rules.runtimes();
    rules.user();
    rules.workspace();
    rules.problems.addAll(PolicyLimits.problems(spec, policy, rules.name));
    rules.risks();
    rules.pods();
    rules.problems.addAll(NetworkPermission.problems(spec.network(), policy.network(), rules.name));
    return rules.problems;
  }

  /**
   * What is no longer allowed of a task that runs, in what its isolation rests on: image, runtime,
   * user, risks and network. Limits on amounts and times hold for the next task.
   *
   * @param spec as it is in effect
   * @param policy with defaults filled in
   */
  static List<String> withdrawn(SandboxTaskSpec spec, SandboxPolicySpec policy, String name) {
    PolicyRules rules = new PolicyRules(spec, policy, name);
    rules.image();
    rules.runtimes();
    rules.user();
    rules.risks();
    rules.problems.addAll(NetworkPermission.problems(spec.network(), policy.network(), rules.name));
    return rules.problems;
  }

  private void image() {
    problems.addAll(image(ImageReference.parse(spec.image()), policy, name));
  }

  /** What of an image is not allowed; {@code name} as messages name the policy. */
  static List<String> image(ImageReference image, SandboxPolicySpec policy, String name) {
    List<String> problems = new ArrayList<>();
    List<String> registries = policy.images().registries();
    if (registries.stream().noneMatch(image::under)) {
      problems.add(
          "spec.image: %s is under none of the registries that %s allows (spec.images.registries: %s)"
              .formatted(image.text(), name, listed(registries)));
    }
    if (policy.images().requireDigest() && image.digest() == null) {
      problems.add(
          "spec.image: %s has no digest, which %s requires (spec.images.requireDigest); write"
                  .formatted(image.text(), name)
              + " name@sha256:<digest>");
    }
    return problems;
  }

  /** One that is allowed is enough: the others are preferences that this platform does not have. */
  private void runtimes() {
    List<String> allowed =
        policy.runtimes().stream().map(AllowedRuntime::runtimeClassName).toList();
    if (spec.runtimes().stream().noneMatch(allowed::contains)) {
      problems.add(
          "spec.runtimes: %s: none of them is a runtime that %s allows (spec.runtimes: %s)"
              .formatted(listed(spec.runtimes()), name, listed(allowed)));
    }
  }

  private void user() {
    long least = Math.max(policy.users().min(), LOWEST_USER);
    long user = spec.runAsUser();
    if (user < least || user > policy.users().max()) {
      problems.add(
          "spec.runAsUser: %d is not from %d to %d, which %s allows (spec.users)"
              .formatted(user, least, policy.users().max(), name));
    }
  }

  private void workspace() {
    Workspace asked = spec.workspace();
    if (!policy.workspace().types().contains(asked.type())) {
      problems.add(
          "spec.workspace.type: %s is not a type that %s allows (spec.workspace.types: %s)"
              .formatted(asked.type(), name, listed(policy.workspace().types())));
    }
    if (asked.type() == WorkspaceType.Claim) {
      List<String> classes = policy.workspace().storageClassNames();
      if (asked.storageClassName() == null || !classes.contains(asked.storageClassName())) {
        problems.add(
            "spec.workspace.storageClassName: %s is not a class that %s allows"
                    .formatted(Text.quoted(asked.storageClassName()), name)
                + " (spec.workspace.storageClassNames: %s)".formatted(listed(classes)));
      }
      if (!ACCESS_MODES.contains(policy.workspace().accessMode())) {
        problems.add(
            "%s: spec.workspace.accessMode: %s is not one of %s"
                .formatted(
                    name, Text.quoted(policy.workspace().accessMode()), listed(ACCESS_MODES)));
      }
    }
  }

  private void risks() {
    for (Risk risk : spec.dangerouslyAllow()) {
      if (!policy.dangerouslyAllow().contains(risk)) {
        problems.add("spec.dangerouslyAllow: %s is not allowed by %s".formatted(risk, name));
      }
    }
  }

  /** A policy that would give pods labels of Glovebox's own, or ones that a runtime obeys. */
  private void pods() {
    problems.addAll(PodLabels.problems(policy.pods(), name));
    if (!Quantities.isBytes(policy.pods().homeSize())
        || !Quantities.isBytes(policy.pods().tmpSize())) {
      problems.add("%s: spec.pods.homeSize and tmpSize are not both sizes".formatted(name));
    }
  }

  private static String listed(List<?> values) {
    return values.isEmpty()
        ? "none"
        : Text.shown(String.join(", ", values.stream().map(Objects::toString).toList()));
  }
}
