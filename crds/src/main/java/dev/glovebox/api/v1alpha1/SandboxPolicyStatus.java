package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;

/** How a policy stands. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SandboxPolicyStatus(
    @JsonPropertyDescription("Accepted.") List<TaskCondition> conditions,
    @JsonPropertyDescription("Each runtime.") List<RuntimeStatus> runtimes) {}
