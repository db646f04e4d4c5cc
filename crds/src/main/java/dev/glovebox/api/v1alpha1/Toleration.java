package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** A toleration that pods get. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Toleration(
    @JsonPropertyDescription("Key of the taint.") String key,
    @JsonPropertyDescription("Exists or Equal.") String operator,
    @JsonPropertyDescription("Value of the taint.") String value,
    @JsonPropertyDescription("Effect of the taint.") String effect,
    @JsonPropertyDescription("Seconds.") Long tolerationSeconds) {}
