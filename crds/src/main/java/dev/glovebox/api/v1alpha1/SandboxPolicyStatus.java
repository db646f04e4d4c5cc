package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Schema;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** How a policy stands. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SandboxPolicyStatus(
    @JsonPropertyDescription("Accepted.")
        @Size(max = 8)
        @Schema(listType = "map", listMapKeys = "type")
        List<TaskCondition> conditions,
    @JsonPropertyDescription("Each runtime.")
        @Size(max = 16)
        @Schema(listType = "map", listMapKeys = "runtimeClassName")
        List<RuntimeStatus> runtimes) {}
