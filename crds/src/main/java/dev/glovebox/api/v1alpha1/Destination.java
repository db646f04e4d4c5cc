package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import java.util.List;

/** A destination that the task may reach. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Destination(
    @JsonPropertyDescription(
            "Address range in CIDR form without host bits, for example 203.0.113.10/32.")
        @Required
        String cidr,
    @JsonPropertyDescription("Ports there; not empty.") @Required List<DestinationPort> ports) {}
