package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;

/** What was reachable from inside before the task started. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NetworkEvidence(
    @JsonPropertyDescription("Mode in force.") NetworkMode mode,
    @JsonPropertyDescription("Forbidden targets tried.") @Min(0) Integer targets,
    @JsonPropertyDescription("Targets that gave no answer.") @Min(0) Integer blocked,
    @JsonPropertyDescription("Consecutive rounds in which all were blocked.") @Min(0)
        Integer rounds,
    @JsonPropertyDescription(
            "When a target last answered, in milliseconds since the probe's start; 0: never.")
        @Min(0)
        Long lastOpenMilliseconds,
    @JsonPropertyDescription(
            "NodeCertificate that certified the targets; absent without certification.")
        @Size(max = 512)
        String certificate) {}
