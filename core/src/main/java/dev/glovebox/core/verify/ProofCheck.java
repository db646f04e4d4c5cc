package dev.glovebox.core.verify;

import dev.glovebox.core.plan.Facts;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** The operator's own check of a report that says passed. */
@SuppressWarnings("DoNotCallSuggester")
public final class ProofCheck {
  private ProofCheck() {}

  /**
   * What a report must agree with. Everything that was planned is in the pod's own spec (the
   * probe's argument, the security context): it was compared with the plan at the release and
   * cannot change since. So the check needs no plan, and gives the same answer after a restart of
   * the operator, when the cluster would be planned for otherwise.
   *
   * @param pod the released pod
   * @param landed the node that the pod really runs on, as it is now
   */
  public record Expected(Pod pod, Facts.NodeFacts landed) {}

  /** What the report says that cannot be, in words; empty = the proof holds. */
  public static List<String> check(ProbeReport report, Expected expected) {
    throw new UnsupportedOperationException("in work");
  }
}
