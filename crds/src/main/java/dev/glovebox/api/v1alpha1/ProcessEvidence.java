package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Schema;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What a process inside was allowed. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProcessEvidence(
    @JsonPropertyDescription("User ID seen inside.") Long runAsUser,
    @JsonPropertyDescription("Effective capabilities; none is right.")
        @Size(max = 64)
        @Schema(listType = "atomic")
        List<@Size(max = 64) String> capabilities,
    @JsonPropertyDescription("Whether no-new-privileges was set.") Boolean noNewPrivileges,
    @JsonPropertyDescription("Whether / refused a write.") Boolean readOnlyRoot,
    @JsonPropertyDescription("Whether a token was mounted.") Boolean serviceAccountToken,
    @JsonPropertyDescription("Whether the workspace was empty.") Boolean workspaceEmpty) {}
