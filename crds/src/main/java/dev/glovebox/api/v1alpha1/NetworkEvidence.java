package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** What was reachable from inside before the task started. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NetworkEvidence(
    @JsonPropertyDescription("Mode in force.") NetworkMode mode,
    @JsonPropertyDescription("Forbidden targets tried.") Integer targets,
    @JsonPropertyDescription("Targets that gave no answer.") Integer blocked,
    @JsonPropertyDescription("Consecutive rounds in which all were blocked.") Integer rounds,
    @JsonPropertyDescription(
            "When a target last answered, in milliseconds since the probe's start; 0 = never.")
        Long lastOpenMilliseconds,
    @JsonPropertyDescription(
            "NodeCertificate that the targets were certified by; absent until certification.")
        String certificate) {}
