package dev.glovebox.core.render;

import dev.glovebox.api.v1alpha1.WorkspaceType;
import dev.glovebox.core.plan.Plan;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import java.util.Map;
import java.util.Optional;

/** The claim of a task's workspace, without the plan's hash. */
final class WorkspaceClaim {
  private WorkspaceClaim() {}

  static Optional<PersistentVolumeClaim> of(Plan plan) {
    var workspace = plan.spec().workspace();
    if (workspace.type() != WorkspaceType.Claim) {
      return Optional.empty();
    }
    // @formatter:off
    return Optional.of(
        new PersistentVolumeClaimBuilder()
            .withMetadata(TaskMetadata.owned(plan, Map.of()))
            .withNewSpec()
            .withAccessModes(plan.policySpec().workspace().accessMode())
            .withStorageClassName(workspace.storageClassName())
            // Block would hand a raw device to the guest.
            .withVolumeMode("Filesystem")
            .withNewResources()
            .addToRequests("storage", workspace.size())
            .endResources()
            .endSpec()
            .build());
    // @formatter:on
  }
}
