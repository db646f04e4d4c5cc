package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Addresses;
import dev.glovebox.api.schema.Schema;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** A destination that the task may reach. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Destination(
    @JsonPropertyDescription(
            "Address range without host bits, for example 203.0.113.10/32. At least /8 (IPv4) or /16 (IPv6).")
        @Required
        @Size(max = Addresses.CIDR_MAX)
        @ValidationRule(value = Addresses.RANGE, messageExpression = Addresses.RANGE_MESSAGE)
        @ValidationRule(value = Addresses.NARROW, messageExpression = Addresses.NARROW_MESSAGE)
        @ValidationRule(
            value = Addresses.GRANTABLE,
            messageExpression = Addresses.GRANTABLE_MESSAGE)
        String cidr,
    @JsonPropertyDescription("Ports there, at least one.")
        @Required
        @Size(min = 1, max = 16)
        @Schema(
            listType = "map",
            listMapKeys = {"port", "protocol"})
        List<DestinationPort> ports) {}
