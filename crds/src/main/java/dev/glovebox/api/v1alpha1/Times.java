package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Seconds. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Times(
    @JsonPropertyDescription("Seconds until the process must run.") Integer provisionSeconds,
    @JsonPropertyDescription("Seconds that it may run.") Integer runSeconds,
    @JsonPropertyDescription("Seconds kept after the end.") Integer ttlSecondsAfterFinished) {}
