package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;

/** Seconds. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Times(
    @JsonPropertyDescription("Seconds until the process must run, 1 to 86400.") @Min(1) @Max(86400)
        Integer provisionSeconds,
    @JsonPropertyDescription("Seconds that it may run, 1 to 2592000.") @Min(1) @Max(2592000)
        Integer runSeconds,
    @JsonPropertyDescription("Seconds kept after the end, 0 to 2592000.") @Min(0) @Max(2592000)
        Integer ttlSecondsAfterFinished) {}
