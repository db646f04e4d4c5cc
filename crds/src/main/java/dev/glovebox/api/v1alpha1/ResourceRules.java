package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** Most and default resources. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResourceRules(
    @JsonPropertyDescription("Most that a task may ask for.") Resources max,
    @JsonPropertyDescription("What a task gets that asks for nothing.") @JsonProperty("default")
        Resources defaults) {}
