package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** How a runtime stands on this cluster. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RuntimeStatus(
    @JsonPropertyDescription("RuntimeClass.") @Required @Size(max = 253) String runtimeClassName,
    @JsonPropertyDescription("Ready nodes that list its handler.") @Min(0) Integer nodes,
    @JsonPropertyDescription("Of those, certified.") @Min(0) Integer nodesCertified,
    @JsonPropertyDescription("Why not more.") @Size(max = 4096) String message) {}
