package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import dev.glovebox.core.reason.Reason;
import java.util.List;
import java.util.Map;

/** Whether the workspace's storage can be had as it must be: there, and gone with the task. */
final class StorageSelection {

  private StorageSelection() {}

  /**
   * What is wrong with the storage class; empty when nothing is, or when the workspace is no claim.
   *
   * @param spec with defaults filled in
   */
  static List<Refusal> problems(
      SandboxTaskSpec spec, Map<String, Facts.StorageClassFacts> classes) {
    if (spec.workspace().type() != WorkspaceType.Claim) {
      return List.of();
    }
    String name = spec.workspace().storageClassName();
    Facts.StorageClassFacts storageClass = classes.get(name);
    if (storageClass == null) {
      return List.of(
          new Refusal(
              Reason.StorageClassMissing,
              "spec.workspace.storageClassName: there is no StorageClass %s; the platform team has to"
                      .formatted(Text.quoted(name))
                  + " make it, or the policy has to name another"));
    }
    // Anything but Delete keeps the data. An unknown word is not Delete.
    if (!"Delete".equals(storageClass.reclaimPolicy())
        && !spec.dangerouslyAllow().contains(Risk.RetainedWorkspace)) {
      return List.of(
          new Refusal(
              Reason.ReclaimPolicyRetain,
              "StorageClass %s has reclaimPolicy %s: the task's data would outlive it; use a class"
                      .formatted(Text.quoted(name), Text.quoted(storageClass.reclaimPolicy()))
                  + " with reclaimPolicy Delete"));
    }
    return List.of();
  }
}
