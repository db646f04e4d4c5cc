package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Schema;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** A toleration that pods get. */
@ValidationRule(
    value =
        "has(self.operator) && self.operator == 'Exists' ? !has(self.value) || self.value == '' : has(self.key) && self.key != ''",
    message = "operator Exists takes no value, Equal needs a key")
@ValidationRule(
    value = "!has(self.tolerationSeconds) || (has(self.effect) && self.effect == 'NoExecute')",
    message = "tolerationSeconds needs effect NoExecute")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Toleration(
    @JsonPropertyDescription("Key of the taint; empty with Exists: every taint.") @Size(max = 317)
        String key,
    @JsonPropertyDescription("Exists or Equal (default).") @Schema(oneOf = {"Exists", "Equal"})
        String operator,
    @JsonPropertyDescription("Value of the taint, with Equal only.") @Size(max = 63) String value,
    @JsonPropertyDescription("Effect of the taint. Default: every effect.")
        @Schema(oneOf = {"NoSchedule", "PreferNoSchedule", "NoExecute"})
        String effect,
    @JsonPropertyDescription("Seconds, with NoExecute only.") Long tolerationSeconds) {}
