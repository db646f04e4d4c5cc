package dev.glovebox.core.verify.policies;

import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A Kubernetes label selector. All requirements must hold; none at all selects everything, and so
 * does a selector that is not there.
 *
 * @param exact matchLabels
 * @param expressions matchExpressions
 */
public record LabelSelection(Map<String, String> exact, List<Requirement> expressions) {
  /** Selects everything. */
  public static final LabelSelection EVERYTHING = new LabelSelection(Map.of(), List.of());

  /**
   * One of matchExpressions.
   *
   * @param operator In, NotIn, Exists or DoesNotExist; any other may select
   */
  public record Requirement(String key, String operator, Set<String> values) {
    /** Whether it holds for a value; null = there is no such label. */
    public boolean holds(String value) {
      return switch (operator) {
        case "In" -> value != null && values.contains(value);
        // Without the label it holds too.
        case "NotIn" -> value == null || !values.contains(value);
        case "Exists" -> value != null;
        case "DoesNotExist" -> value == null;
        // Kubernetes has no other today. One that comes later may select.
        default -> true;
      };
    }
  }

  /**
   * Keys and values that a selector may have and be kept: people write a handful. A larger one
   * selects everything, as far as is known here, or the policies of one namespace's users, a
   * megabyte each, would take the operator's memory.
   */
  static final int LARGEST = 200;

  /** A selector from the typed API; null selects everything, and so does one that is too large. */
  public static LabelSelection of(LabelSelector selector) {
    if (selector == null) {
      return EVERYTHING;
    }
    List<Requirement> expressions = new ArrayList<>();
    if (selector.getMatchExpressions() != null) {
      for (var e : selector.getMatchExpressions()) {
        var values = e.getValues() == null ? Set.<String>of() : Set.copyOf(e.getValues());
        expressions.add(new Requirement(e.getKey(), e.getOperator(), values));
      }
    }
    var exact =
        selector.getMatchLabels() == null ? Map.<String, String>of() : selector.getMatchLabels();
    return of(exact, expressions);
  }

  static LabelSelection of(Map<String, String> exact, List<Requirement> expressions) {
    long size = exact.size() + expressions.stream().mapToLong(e -> 1L + e.values().size()).sum();
    return size == 0 || size > LARGEST
        ? EVERYTHING
        : new LabelSelection(new TreeMap<>(exact), List.copyOf(expressions));
  }

  /** Whether all requirements hold for these labels. */
  public boolean selects(Map<String, String> labels) {
    return exact.entrySet().stream().allMatch(e -> e.getValue().equals(labels.get(e.getKey())))
        && expressions.stream().allMatch(e -> e.holds(labels.get(e.key())));
  }
}
