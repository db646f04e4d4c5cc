package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** A condition as Kubernetes has it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TaskCondition(
    @JsonPropertyDescription(
            "Isolated, Hardened, Finished, Succeeded, Destroyed, Reconciling or Stalled.")
        @Required
        String type,
    @JsonPropertyDescription("True, False or Unknown.") @Required String status,
    @JsonPropertyDescription("Generation that the condition was decided on.")
        Long observedGeneration,
    @JsonPropertyDescription("When status last changed, RFC 3339.") String lastTransitionTime,
    @JsonPropertyDescription("One word, CamelCase.") String reason,
    @JsonPropertyDescription("For people.") String message) {}
