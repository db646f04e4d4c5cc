package dev.glovebox.core.render;

import dev.glovebox.core.plan.Plan;

/** What tells the objects of one plan from those of another. */
@SuppressWarnings("DoNotCallSuggester")
public final class PlanHash {
  private PlanHash() {}

  /** SHA-256 in lower-case hex of the objects that the plan renders to. */
  public static String of(Plan plan) {
    throw new UnsupportedOperationException("in work");
  }
}
