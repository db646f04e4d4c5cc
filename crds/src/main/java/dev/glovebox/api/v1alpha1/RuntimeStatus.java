package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** How a runtime stands on this cluster. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RuntimeStatus(
    @JsonPropertyDescription("RuntimeClass.") @Required String runtimeClassName,
    @JsonPropertyDescription("Ready nodes that list its handler.") Integer nodes,
    @JsonPropertyDescription("Of those, certified.") Integer nodesCertified,
    @JsonPropertyDescription("Why not more.") String message) {}
