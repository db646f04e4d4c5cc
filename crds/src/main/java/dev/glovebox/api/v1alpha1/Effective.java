package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;

/** What was decided from spec and policy together. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Effective(
    @JsonPropertyDescription("Limits in force.") Resources resources,
    @JsonPropertyDescription("Time limits in force.") Timeouts timeouts,
    @JsonPropertyDescription("Seconds kept after the end.") @Min(0) @Max(2592000)
        Integer ttlSecondsAfterFinished,
    @JsonPropertyDescription("User ID in force.") Long runAsUser,
    @JsonPropertyDescription("RuntimeClass chosen.") @Size(max = 253) String runtimeClassName,
    @JsonPropertyDescription("Image that really ran, as the kubelet reports it.") @Size(max = 1024)
        String imageID) {}
