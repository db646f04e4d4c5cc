package dev.glovebox.core.verify;

import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Plan;
import java.util.List;

/** The operator's own check of a report that says passed. */
@SuppressWarnings("DoNotCallSuggester")
public final class ProofCheck {
  private ProofCheck() {}

  /**
   * What a report must agree with.
   *
   * @param plan what the pod was rendered from
   * @param landed the node that the pod really runs on, as it is now
   */
  public record Expected(Plan plan, Facts.NodeFacts landed) {}

  /** What the report says that cannot be, in words; empty = the proof holds. */
  public static List<String> check(ProbeReport report, Expected expected) {
    throw new UnsupportedOperationException("in work");
  }
}
