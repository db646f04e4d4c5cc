package dev.glovebox.cli.doctor;

import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.util.List;
import java.util.Objects;

/** Whether the storage classes of the policies are there, and give volumes up with their claim. */
final class ReclaimPolicies implements Check {
  @Override
  public String look(Seen seen, Findings findings) {
    List<StorageClass> classes = Seen.need(seen.storageClasses());
    List<SandboxPolicy> policies = Seen.need(seen.policies());
    policies.forEach(policy -> judge(policy, classes, findings));
    return "the StorageClasses that SandboxPolicies name (%d policies) exist and have reclaimPolicy Delete"
        .formatted(policies.size());
  }

  private static void judge(SandboxPolicy policy, List<StorageClass> classes, Findings findings) {
    var workspace = policy.getSpec().workspace();
    if (workspace == null
        || workspace.types() == null
        || !workspace.types().contains(WorkspaceType.Claim)) {
      return;
    }
    List<String> names =
        Objects.requireNonNullElse(workspace.storageClassNames(), List.<String>of());
    boolean retained =
        Objects.requireNonNullElse(policy.getSpec().dangerouslyAllow(), List.<Risk>of())
            .contains(Risk.RetainedWorkspace);
    for (String name : names) {
      // Tasks that name no class get the first.
      Level level = name.equals(names.getFirst()) ? Level.FAILED : Level.WARNING;
      StorageClass found =
          classes.stream()
              .filter(one -> one.getMetadata().getName().equals(name))
              .findFirst()
              .orElse(null);
      String policyName = policy.getMetadata().getName();
      if (found == null) {
        findings.add(
            new Finding(
                level,
                "StorageClass %s, which SandboxPolicy %s allows, does not exist: tasks that use it are Refused with StorageClassMissing"
                    .formatted(name, policyName),
                "make it, or name another in spec.workspace.storageClassNames",
                null));
      } else if (!"Delete".equals(Objects.requireNonNullElse(found.getReclaimPolicy(), "Delete"))) {
        findings.add(
            new Finding(
                retained ? Level.WARNING : level,
                "StorageClass %s, which SandboxPolicy %s allows, has reclaimPolicy %s: %s"
                    .formatted(
                        name,
                        policyName,
                        found.getReclaimPolicy(),
                        retained
                            ? "the data of tasks with dangerouslyAllow RetainedWorkspace outlives them"
                            : "tasks that use it are Refused with ReclaimPolicyRetain"),
                "name a class with reclaimPolicy Delete in spec.workspace.storageClassNames",
                null));
      }
    }
  }
}
