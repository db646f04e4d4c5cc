package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Schema;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;

/** Most and default resources. */
@ValidationRule(
    value =
        "isQuantity(string(self.default.cpu)) && isQuantity(string(self.max.cpu)) && sign(quantity(string(self.default.cpu))) > 0 && quantity(string(self.default.cpu)).compareTo(quantity(string(self.max.cpu))) <= 0",
    messageExpression =
        "'default.cpu %s must be a quantity above 0, and at most max.cpu %s'.format([string(self.default.cpu), string(self.max.cpu)])")
@ValidationRule(
    value =
        "isQuantity(string(self.default.memory)) && isQuantity(string(self.max.memory)) && quantity(string(self.default.memory)).isInteger() && quantity(string(self.max.memory)).isInteger() && sign(quantity(string(self.default.memory))) > 0 && quantity(string(self.default.memory)).compareTo(quantity(string(self.max.memory))) <= 0",
    messageExpression =
        "'default.memory %s must be whole bytes above 0, and at most max.memory %s'.format([string(self.default.memory), string(self.max.memory)])")
@ValidationRule(
    value =
        "isQuantity(string(self.default.ephemeralStorage)) && isQuantity(string(self.max.ephemeralStorage)) && quantity(string(self.default.ephemeralStorage)).isInteger() && quantity(string(self.max.ephemeralStorage)).isInteger() && sign(quantity(string(self.default.ephemeralStorage))) > 0 && quantity(string(self.default.ephemeralStorage)).compareTo(quantity(string(self.max.ephemeralStorage))) <= 0",
    messageExpression =
        "'default.ephemeralStorage %s must be whole bytes above 0, and at most max.ephemeralStorage %s'.format([string(self.default.ephemeralStorage), string(self.max.ephemeralStorage)])")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ResourceRules(
    @JsonPropertyDescription("Most that a task may ask for. All three.")
        @Required
        @Schema(complete = true)
        Resources max,
    @JsonPropertyDescription("What a task gets that asks for nothing. All three, none above max.")
        @Required
        @Schema(complete = true)
        @JsonProperty("default")
        Resources defaults) {}
