package dev.glovebox.e2e.attack;

import java.util.List;

/** What became of an attack. */
sealed interface Verdict {
  /** It was tried, a control shows that it would have been seen, and it did not succeed. */
  record Blocked() implements Verdict {}

  /**
   * It succeeded.
   *
   * @param seen what showed it
   */
  record Escaped(List<String> seen) implements Verdict {}

  /**
   * Nothing can be concluded; counts as a failure.
   *
   * @param why each control that failed, or what broke
   */
  record Inconclusive(List<String> why) implements Verdict {}

  /**
   * This cluster cannot show it; only for the rows that {@link Applicability} lists.
   *
   * @param why what it would need
   */
  record NotApplicable(String why) implements Verdict {}

  /** The word for the table. */
  default String word() {
    return switch (this) {
      case Blocked blocked -> "BLOCKED";
      case Escaped escaped -> "ESCAPED";
      case Inconclusive inconclusive -> "INCONCLUSIVE";
      case NotApplicable notApplicable -> "NOT APPLICABLE";
    };
  }

  /** Whether the run may end well with it. */
  default boolean passes() {
    return this instanceof Blocked || this instanceof NotApplicable;
  }

  /** What was seen, one line each; empty for BLOCKED. */
  default List<String> details() {
    return switch (this) {
      case Blocked blocked -> List.of();
      case Escaped escaped -> escaped.seen();
      case Inconclusive inconclusive -> inconclusive.why();
      case NotApplicable notApplicable -> List.of(notApplicable.why());
    };
  }
}
