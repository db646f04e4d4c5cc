package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Time limits, both always in force. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Timeouts(
    @JsonPropertyDescription(
            "Seconds from creation until the task's own process must run. Default and cap from the policy.")
        Integer provisionSeconds,
    @JsonPropertyDescription(
            "Seconds that the task's own process may run, counted from its container's start. Default and cap from the policy.")
        Integer runSeconds) {}
