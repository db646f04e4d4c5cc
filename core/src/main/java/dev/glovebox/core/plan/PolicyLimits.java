package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.Resources;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.Times;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A policy's limits on amounts and times. A limit that is missing is not "without limit". */
final class PolicyLimits {

  private final String name;
  private final List<String> problems = new ArrayList<>();

  private PolicyLimits(String name) {
    this.name = name;
  }

  /**
   * What is more than the policy allows.
   *
   * @param spec with defaults filled in; what came from the policy's defaults is judged too
   * @param policy with defaults filled in
   * @param name of the policy, for messages
   */
  static List<String> problems(SandboxTaskSpec spec, SandboxPolicySpec policy, String name) {
    PolicyLimits limits = new PolicyLimits(name);
    limits.resources(spec.resources(), policy.resources().max());
    if (spec.workspace().type() != WorkspaceType.None) {
      limits.bytes(
          "workspace.size",
          spec.workspace().size(),
          "workspace.maxSize",
          policy.workspace().maxSize());
    }
    limits.times(spec, policy.times().max());
    return limits.problems;
  }

  /** What is wrong with one amount; empty when it is allowed. */
  static Optional<String> problem(
      String field,
      Quantity asked,
      String limit,
      Quantity max,
      Predicate<Quantity> usable,
      String name) {
    PolicyLimits limits = new PolicyLimits(name);
    limits.quantity(field, asked, limit, max, usable);
    return limits.problems.stream().findFirst();
  }

  private void resources(Resources asked, Resources max) {
    quantity("resources.cpu", asked.cpu(), "resources.max.cpu", max.cpu(), Quantities::isCpu);
    bytes("resources.memory", asked.memory(), "resources.max.memory", max.memory());
    bytes(
        "resources.ephemeralStorage",
        asked.ephemeralStorage(),
        "resources.max.ephemeralStorage",
        max.ephemeralStorage());
  }

  private void bytes(String field, Quantity asked, String limit, Quantity max) {
    quantity(field, asked, limit, max, Quantities::isBytes);
  }

  /** Zero is no amount either: Kubernetes takes a limit of zero for none. */
  private void quantity(
      String field, Quantity asked, String limit, Quantity max, Predicate<Quantity> usable) {
    if (!usable.test(asked) || !usable.test(max)) {
      unusable(field, limit);
    } else if (Quantities.exceeds(asked, max)) {
      tooMuch(field, Quantities.shown(asked), limit, Quantities.shown(max));
    }
  }

  private void times(SandboxTaskSpec spec, Times max) {
    int provision = spec.timeouts().provisionSeconds();
    int run = spec.timeouts().runSeconds();
    seconds(
        "timeouts.provisionSeconds",
        provision,
        1,
        "times.max.provisionSeconds",
        max.provisionSeconds());
    seconds("timeouts.runSeconds", run, 1, "times.max.runSeconds", max.runSeconds());
    seconds(
        "ttlSecondsAfterFinished",
        spec.ttlSecondsAfterFinished(),
        0,
        "times.max.ttlSecondsAfterFinished",
        max.ttlSecondsAfterFinished());
    // The pod's own deadline is their sum, and the API server takes at most 2^31-1 seconds.
    if ((long) provision + run > Integer.MAX_VALUE) {
      problems.add(
          "spec.timeouts: the two together are more than %d s".formatted(Integer.MAX_VALUE));
    }
  }

  private void seconds(String field, int asked, int least, String limit, Integer max) {
    if (max == null || asked < least) {
      unusable(field, limit);
    } else if (asked > max) {
      tooMuch(field, asked + " s", limit, max + " s");
    }
  }

  private void unusable(String field, String limit) {
    problems.add(
        "spec.%s: %s sets no usable limit (spec.%s) or default, so nothing is allowed; the platform"
                .formatted(field, name, limit)
            + " team has to set it");
  }

  private void tooMuch(String field, String asked, String limit, String max) {
    problems.add(
        "spec.%s: %s is more than the %s that %s allows (spec.%s)"
            .formatted(field, asked, max, name, limit));
  }
}
