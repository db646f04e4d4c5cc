package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;

/** User IDs that tasks may run as. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UserRange(
    @JsonPropertyDescription("Lowest, at least 1000. Default 10000.") @Default("10000") Long min,
    @JsonPropertyDescription("Highest. Default 59999.") @Default("59999") Long max) {}
