package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Addresses;
import dev.glovebox.api.schema.Schema;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** What networks tasks may have. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NetworkRules(
    @JsonPropertyDescription("Modes allowed, at least one.")
        @Required
        @Size(min = 1, max = 3)
        @Schema(listType = "set")
        List<NetworkMode> modes,
    @JsonPropertyDescription(
            "Ranges that Allowlist may name destinations and resolvers in. None: nothing.")
        @Size(max = 128)
        @Schema(
            listType = "set",
            itemRules =
                @ValidationRule(
                    value = Addresses.RANGE,
                    messageExpression = Addresses.RANGE_MESSAGE))
        List<@Size(max = Addresses.CIDR_MAX) String> allowedCidrs,
    @JsonPropertyDescription("Ranges blocked in addition to the built-in ones.")
        @Size(max = 128)
        @Schema(
            listType = "set",
            itemRules =
                @ValidationRule(
                    value = Addresses.RANGE,
                    messageExpression = Addresses.RANGE_MESSAGE))
        List<@Size(max = Addresses.CIDR_MAX) String> blockedCidrs) {}
