package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.Finding;
import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What is weaker than it should be in a task that is allowed to run. */
final class Findings {

  private Findings() {}

  /**
   * The findings, each type once, sorted by type.
   *
   * @param spec with defaults filled in
   */
  static List<Finding> of(SandboxTaskSpec spec) {
    List<Finding> findings = new ArrayList<>();
    ImageReference image = ImageReference.parse(spec.image());
    if (image.digest() == null) {
      findings.add(
          new Finding(
              "ImageNotPinned",
              "spec.image: %s has no digest: it may be another image tomorrow"
                  .formatted(image.text())));
    }
    for (Risk risk : spec.dangerouslyAllow()) {
      findings.add(new Finding(risk.name(), "spec.dangerouslyAllow: " + givenUp(risk)));
    }
    findings.sort(Comparator.comparing(Finding::type));
    return List.copyOf(findings);
  }

  private static String givenUp(Risk risk) {
    return switch (risk) {
      case UnenforcedNetwork -> "the task may run where network policies have no effect";
      case RetainedWorkspace -> "the workspace's data may outlive the task";
      case ReservedMountPath -> "the task may mount over the image's system";
      case WritableRoot -> "the task may write to its root file system";
    };
  }
}
