package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** Something weaker than it should be that did not stop the task. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Finding(
    @JsonPropertyDescription("Type, unique in the list.") @Required @Size(max = 64) String type,
    @JsonPropertyDescription("What was found.") @Size(max = 4096) String message) {}
