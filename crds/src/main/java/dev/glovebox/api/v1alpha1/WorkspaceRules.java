package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;

/** What workspaces tasks may have. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkspaceRules(
    @JsonPropertyDescription("Types allowed.") List<WorkspaceType> types,
    @JsonPropertyDescription("Largest size in bytes.") Quantity maxSize,
    @JsonPropertyDescription("StorageClasses allowed; the first is the default.")
        List<String> storageClassNames,
    @JsonPropertyDescription(
            "Access mode of the claim: ReadWriteOncePod (default) or ReadWriteOnce.")
        @Default("ReadWriteOncePod")
        String accessMode) {}
