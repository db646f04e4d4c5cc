package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.kubernetes.api.model.Quantity;

/** The directory that the task may write: a union discriminated by type. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Workspace(
    @JsonPropertyDescription(
            "Claim (a volume of its own, destroyed with the task), Ephemeral (an emptyDir) or None.")
        @Default("Claim")
        WorkspaceType type,
    @JsonPropertyDescription("Size in bytes, for example 1Gi. Not with None. Default 1Gi.")
        Quantity size,
    @JsonPropertyDescription("Absolute path of the workspace. Default /workspace. Not with None.")
        String mountPath,
    @JsonPropertyDescription(
            "StorageClass of the claim; default: the first that the policy allows. Claim only.")
        String storageClassName) {}
