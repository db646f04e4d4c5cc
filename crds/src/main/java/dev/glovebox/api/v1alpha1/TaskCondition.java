package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Schema;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A condition as Kubernetes has it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TaskCondition(
    @JsonPropertyDescription("Type, unique in the list.") @Required @Size(max = 64) String type,
    @JsonPropertyDescription("True, False or Unknown.")
        @Required
        @Schema(oneOf = {"True", "False", "Unknown"})
        String status,
    @JsonPropertyDescription("Generation that the condition was decided on.")
        Long observedGeneration,
    @JsonPropertyDescription("When status last changed.") @Schema(format = "date-time")
        String lastTransitionTime,
    @JsonPropertyDescription("One word, CamelCase.") @Size(max = 128) String reason,
    @JsonPropertyDescription("For people.") @Size(max = 32768) String message) {}
