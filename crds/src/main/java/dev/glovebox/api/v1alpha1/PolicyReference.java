package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** The SandboxPolicy that a decision was made under. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PolicyReference(
    @JsonPropertyDescription("Name of the SandboxPolicy.") @Size(max = 253) String name,
    @JsonPropertyDescription("Its generation at the decision.") Long generation) {}
