package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.PodRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Labels of pods besides Glovebox's own: those of the policy, and those that it lets tasks set. */
final class PodLabels {

  private PodLabels() {}

  /** What a policy may not do with labels. */
  static List<String> problems(PodRules pods, String policyName) {
    List<String> problems = new ArrayList<>();
    for (String key : new TreeMap<>(pods.labels()).keySet()) {
      reserved(key).ifPresent(by -> problems.add(message(policyName, "labels", key, by)));
    }
    pods.copyLabels().stream()
        .filter(Objects::nonNull)
        .forEach(
            key ->
                reserved(key)
                    .ifPresent(by -> problems.add(message(policyName, "copyLabels", key, by))));
    return problems;
  }

  private static Optional<String> reserved(String key) {
    boolean ours = key.startsWith(Names.GROUP + "/") || key.equals(Names.MANAGED_BY_LABEL);
    return ours ? Optional.of("Glovebox") : ReservedKeys.obeyedBy(key);
  }

  private static String message(String policyName, String field, String key, String by) {
    return "%s: spec.pods.%s: %s is reserved: %s obeys it"
        .formatted(policyName, field, Text.shown(key), by);
  }

  /**
   * The labels, sorted by key. The policy's win over the task's.
   *
   * @param taskLabels null = none
   */
  static Map<String, String> of(PodRules pods, Map<String, String> taskLabels) {
    Map<String, String> labels = new TreeMap<>();
    for (String key : pods.copyLabels()) {
      if (key != null && taskLabels != null && taskLabels.get(key) != null) {
        labels.put(key, taskLabels.get(key));
      }
    }
    labels.putAll(pods.labels());
    return labels;
  }
}
