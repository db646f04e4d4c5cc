package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Schema;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;

/** Most and default times. */
@ValidationRule(
    value = "self.default.provisionSeconds <= self.max.provisionSeconds",
    messageExpression =
        "'default.provisionSeconds %d is more than max.provisionSeconds %d'.format([self.default.provisionSeconds, self.max.provisionSeconds])")
@ValidationRule(
    value = "self.default.runSeconds <= self.max.runSeconds",
    messageExpression =
        "'default.runSeconds %d is more than max.runSeconds %d'.format([self.default.runSeconds, self.max.runSeconds])")
@ValidationRule(
    value = "self.default.ttlSecondsAfterFinished <= self.max.ttlSecondsAfterFinished",
    messageExpression =
        "'default.ttlSecondsAfterFinished %d is more than max.ttlSecondsAfterFinished %d'.format([self.default.ttlSecondsAfterFinished, self.max.ttlSecondsAfterFinished])")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TimeRules(
    @JsonPropertyDescription("Most that a task may ask for. All three.")
        @Required
        @Schema(complete = true)
        Times max,
    @JsonPropertyDescription("What a task gets that asks for nothing. All three, none above max.")
        @Required
        @Schema(complete = true)
        @JsonProperty("default")
        Times defaults) {}
