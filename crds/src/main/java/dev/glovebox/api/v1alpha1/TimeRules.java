package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Most and default times. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TimeRules(
    @JsonPropertyDescription("Most that a task may ask for.") Times max,
    @JsonPropertyDescription("What a task gets that asks for nothing.") @JsonProperty("default")
        Times defaults) {}
