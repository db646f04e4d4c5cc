package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** What was decided from spec and policy together. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Effective(
    @JsonPropertyDescription("Limits in force.") Resources resources,
    @JsonPropertyDescription("Time limits in force.") Timeouts timeouts,
    @JsonPropertyDescription("Seconds kept after the end.") Integer ttlSecondsAfterFinished,
    @JsonPropertyDescription("User ID in force.") Long runAsUser,
    @JsonPropertyDescription("RuntimeClass chosen.") String runtimeClassName,
    @JsonPropertyDescription("Image that really ran, as the kubelet reports it.") String imageID) {}
