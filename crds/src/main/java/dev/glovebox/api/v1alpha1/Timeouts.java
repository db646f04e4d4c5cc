package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** Time limits, both always in force. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Timeouts(
    @JsonPropertyDescription(
            "Seconds from creation until the task's own process must run, 1 to 86400.")
        @Min(1)
        @Max(86400)
        Integer provisionSeconds,
    @JsonPropertyDescription(
            "Seconds that the task's own process may run, from its container's start, 1 to 2592000.")
        @Min(1)
        @Max(2592000)
        Integer runSeconds) {}
