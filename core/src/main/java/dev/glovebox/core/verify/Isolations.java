package dev.glovebox.core.verify;

import dev.glovebox.api.v1alpha1.Finding;
import dev.glovebox.api.v1alpha1.Isolation;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Plan;
import java.util.List;

/**
 * What a report becomes in the status.
 *
 * @param isolation {@code status.isolation}
 * @param findings what the probe saw that is weaker than it should be, besides the plan's own
 */
@SuppressWarnings("DoNotCallSuggester")
public record Isolations(Isolation isolation, List<Finding> findings) {
  /** The essence of a report, against the node that the pod runs on. */
  public static Isolations of(ProbeReport report, Plan plan, Facts.NodeFacts landed) {
    throw new UnsupportedOperationException("in work");
  }
}
