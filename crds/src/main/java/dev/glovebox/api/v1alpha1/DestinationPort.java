package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;

/** A port of a granted destination. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DestinationPort(
    @JsonPropertyDescription("TCP (default) or UDP.") @Default("TCP") TransportProtocol protocol,
    @JsonPropertyDescription("Port number, 1 to 65535.") @Required @Min(1) @Max(65535)
        Integer port) {}
