package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.ValidationRule;

/** User IDs that tasks may run as. */
@ValidationRule(
    value = "self.min <= self.max",
    messageExpression = "'min %d is more than max %d'.format([self.min, self.max])")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UserRange(
    @JsonPropertyDescription("Lowest, at least 1000. Default 10000.")
        @Min(1000)
        @Max(2147483647)
        @Default("10000")
        Long min,
    @JsonPropertyDescription("Highest, at most 2147483647. Default 59999.")
        @Min(1000)
        @Max(2147483647)
        @Default("59999")
        Long max) {}
