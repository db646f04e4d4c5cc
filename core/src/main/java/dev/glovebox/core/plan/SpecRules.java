package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.Resources;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.core.net.BlockList;
import dev.glovebox.core.reason.Reason;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What no policy can allow. The CRD's own rules refuse most of it at admission; they are repeated
 * here because a CRD can be edited, and because some need the cluster's state.
 */
final class SpecRules {

  /** Most seconds between TERM and KILL. */
  private static final int MAX_GRACE = 30;

  /** Below are the system's users. */
  private static final long LOWEST_USER = 1000;

  private final SandboxTaskSpec spec;
  private final List<String> problems = new ArrayList<>();

  private SpecRules(SandboxTaskSpec spec) {
    this.spec = spec;
  }

  /**
   * What is wrong, in order of precedence.
   *
   * @param blocked the built-in list and the cluster's own ranges
   */
  static List<Refusal> problems(
      SandboxTask task, Facts.NamespaceFacts namespace, BlockList blocked) {
    List<Refusal> refusals = new ArrayList<>();
    metadata(task, namespace).forEach(m -> refusals.add(new Refusal(Reason.ReservedMetadata, m)));
    if (task.getSpec() == null) {
      refusals.add(new Refusal(Reason.InvalidSpec, "spec: is missing"));
      return refusals;
    }
    SpecRules rules = new SpecRules(task.getSpec());
    rules.image();
    rules.problems.addAll(SizeRules.problems(task.getSpec()));
    rules.problems.addAll(EnvRules.problems(orEmpty(task.getSpec().env())));
    rules.problems.addAll(MountRules.problems(task.getSpec()));
    rules.problems.addAll(DestinationRules.problems(task.getSpec().network(), blocked));
    rules.runtimes();
    rules.resources();
    rules.numbers();
    rules.nullElements("spec.command", task.getSpec().command());
    rules.nullElements("spec.args", task.getSpec().args());
    rules.nullElements("spec.dangerouslyAllow", task.getSpec().dangerouslyAllow());
    rules.problems.forEach(message -> refusals.add(new Refusal(Reason.InvalidSpec, message)));
    return refusals;
  }

  /** Reserved keys on the task, and on its namespace, whose defaults add-ons copy to pods. */
  private static List<String> metadata(SandboxTask task, Facts.NamespaceFacts namespace) {
    List<String> problems = new ArrayList<>();
    var metadata = task.getMetadata();
    problems.addAll(ReservedKeys.problems("metadata.labels: ", metadata.getLabels(), "label"));
    problems.addAll(
        ReservedKeys.problems("metadata.annotations: ", metadata.getAnnotations(), "annotation"));
    String owner = "namespace %s: ".formatted(namespace.name());
    problems.addAll(ReservedKeys.problems(owner, namespace.labels(), "label"));
    problems.addAll(ReservedKeys.problems(owner, namespace.annotations(), "annotation"));
    return problems;
  }

  private void image() {
    try {
      ImageReference.parse(spec.image());
    } catch (IllegalArgumentException e) {
      problems.add("spec.image: %s %s".formatted(Text.quoted(spec.image()), e.getMessage()));
    }
  }

  private void runtimes() {
    Set<String> seen = new HashSet<>();
    for (String name : orEmpty(spec.runtimes())) {
      if (name == null || name.isEmpty()) {
        problems.add(
            "spec.runtimes: holds an empty name; name RuntimeClasses, or leave the field out");
      } else if (!seen.add(name)) {
        problems.add("spec.runtimes: %s is listed twice".formatted(Text.shown(name)));
      }
    }
  }

  private void resources() {
    Resources resources = spec.resources();
    if (resources == null) {
      return;
    }
    if (resources.cpu() != null && !Quantities.isCpu(resources.cpu())) {
      quantity("spec.resources.cpu", resources.cpu(), "CPUs, such as \"1\" or 500m");
    }
    bytes("spec.resources.memory", resources.memory());
    bytes("spec.resources.ephemeralStorage", resources.ephemeralStorage());
  }

  private void bytes(String field, Quantity quantity) {
    if (quantity != null && !Quantities.isBytes(quantity)) {
      quantity(field, quantity, "bytes, such as 1Gi");
    }
  }

  private void quantity(String field, Quantity quantity, String unit) {
    problems.add(
        "%s: %s is not an amount of %s"
            .formatted(field, Text.quoted(Quantities.shown(quantity)), unit));
  }

  private void numbers() {
    if (spec.runAsUser() != null) {
      range("spec.runAsUser", spec.runAsUser(), LOWEST_USER, Integer.MAX_VALUE);
    }
    if (spec.terminationGracePeriodSeconds() != null) {
      range(
          "spec.terminationGracePeriodSeconds", spec.terminationGracePeriodSeconds(), 0, MAX_GRACE);
    }
    if (spec.ttlSecondsAfterFinished() != null) {
      range("spec.ttlSecondsAfterFinished", spec.ttlSecondsAfterFinished(), 0, Integer.MAX_VALUE);
    }
    if (spec.timeouts() != null && spec.timeouts().provisionSeconds() != null) {
      range(
          "spec.timeouts.provisionSeconds",
          spec.timeouts().provisionSeconds(),
          1,
          Integer.MAX_VALUE);
    }
    if (spec.timeouts() != null && spec.timeouts().runSeconds() != null) {
      range("spec.timeouts.runSeconds", spec.timeouts().runSeconds(), 1, Integer.MAX_VALUE);
    }
  }

  private void range(String field, long value, long least, long most) {
    if (value < least || value > most) {
      problems.add("%s: %d is not from %d to %d".formatted(field, value, least, most));
    }
  }

  private void nullElements(String field, List<?> list) {
    if (list != null && list.stream().anyMatch(Objects::isNull)) {
      problems.add(field + ": holds null");
    }
  }

  /** A list that may be absent in the spec. */
  static <T> List<T> orEmpty(List<T> list) {
    return list == null ? List.of() : list;
  }
}
