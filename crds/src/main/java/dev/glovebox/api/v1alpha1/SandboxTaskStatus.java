package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Schema;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** What became of a task. Written by the operator only. Readers must tolerate unknown values. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SandboxTaskStatus(
    @JsonPropertyDescription("Generation that this status was decided on.") Long observedGeneration,
    @JsonPropertyDescription("Where the task is. Succeeded, Failed and Refused are final.")
        Phase phase,
    @JsonPropertyDescription(
            "Typed reason of Refused and Failed, and what a waiting task waits for.")
        @Size(max = 64)
        String reason,
    @JsonPropertyDescription("What happened and what to do.") @Size(max = 32768) String message,
    @JsonPropertyDescription("Whether the same task may succeed later.") Boolean retryable,
    @JsonPropertyDescription("Policy that it was decided under.") PolicyReference policy,
    @JsonPropertyDescription("Limits and choices in force.") Effective effective,
    @JsonPropertyDescription("Name of the pod.") @Size(max = 253) String podName,
    @JsonPropertyDescription("UID of the pod, written before the pod is released, never changed.")
        @Size(max = 64)
        String podUID,
    @JsonPropertyDescription("Node that it was placed on.") @Size(max = 253) String nodeName,
    @JsonPropertyDescription("When the pod was released.") @Schema(format = "date-time")
        String startTime,
    @JsonPropertyDescription("When the probe passed.") @Schema(format = "date-time")
        String provedTime,
    @JsonPropertyDescription("When the task's container started.") @Schema(format = "date-time")
        String runningTime,
    @JsonPropertyDescription("When it ended.") @Schema(format = "date-time") String completionTime,
    @JsonPropertyDescription("Exit code of the task's own process.") Integer exitCode,
    @JsonPropertyDescription(
            "The task's own last words, control characters made visible. Untrusted text.")
        @Size(max = 4096)
        String terminationMessage,
    @JsonPropertyDescription("What was seen from inside the sandbox, not what was asked for.")
        Isolation isolation,
    @JsonPropertyDescription("Checks that failed, of an AttestationFailed or ProofRejected.")
        @Size(max = 32)
        @Schema(listType = "atomic")
        List<@Size(max = 64) String> failedChecks,
    @JsonPropertyDescription("What was weaker than it should be.")
        @Size(max = 32)
        @Schema(listType = "map", listMapKeys = "type")
        List<Finding> findings,
    @JsonPropertyDescription(
            "Isolated, Hardened, Finished, Succeeded, Destroyed, Reconciling, Stalled.")
        @Size(max = 16)
        @Schema(listType = "map", listMapKeys = "type")
        List<TaskCondition> conditions) {}
