package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** What was seen from inside the sandbox, not what was asked for. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Isolation(
    @JsonPropertyDescription("The kernel.") RuntimeEvidence runtime,
    @JsonPropertyDescription("The network.") NetworkEvidence network,
    @JsonPropertyDescription("The process.") ProcessEvidence probe) {}
