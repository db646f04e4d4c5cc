package dev.glovebox.core.verify;

import dev.glovebox.api.v1alpha1.Finding;
import dev.glovebox.api.v1alpha1.Isolation;
import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.core.plan.Facts;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/**
 * What a report becomes in the status.
 *
 * @param isolation {@code status.isolation}
 * @param findings what the probe saw that is weaker than it should be, besides the plan's own
 */
@SuppressWarnings("DoNotCallSuggester")
public record Isolations(Isolation isolation, List<Finding> findings) {
  /**
   * The essence of a report, against the node that the pod runs on. Also for a report that did not
   * pass.
   *
   * @param pod the released pod, whose probe's argument says which runtime was expected
   * @param mode network mode of the task
   * @param handler of the pod's RuntimeClass; null when the class is not there any more
   */
  public static Isolations of(
      ProbeReport report, Pod pod, NetworkMode mode, String handler, Facts.NodeFacts landed) {
    throw new UnsupportedOperationException("in work");
  }
}
