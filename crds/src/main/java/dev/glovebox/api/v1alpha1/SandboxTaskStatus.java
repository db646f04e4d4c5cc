package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;

/** What became of a task. Written by the operator only. Readers must tolerate unknown values. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SandboxTaskStatus(
    @JsonPropertyDescription("Generation that this status was decided on.") Long observedGeneration,
    @JsonPropertyDescription("Where the task is.") Phase phase,
    @JsonPropertyDescription(
            "Typed reason of Refused and Failed, and what a waiting task waits for. docs/reasons.md lists all.")
        String reason,
    @JsonPropertyDescription("What happened and what to do.") String message,
    @JsonPropertyDescription("Whether the same task may succeed later.") Boolean retryable,
    @JsonPropertyDescription("Policy that it was decided under.") PolicyReference policy,
    @JsonPropertyDescription("Limits and choices in force.") Effective effective,
    @JsonPropertyDescription("Name of the pod.") String podName,
    @JsonPropertyDescription("UID of the pod; written before the pod is released.") String podUID,
    @JsonPropertyDescription("Node that it was placed on.") String nodeName,
    @JsonPropertyDescription("When the pod was released, RFC 3339.") String startTime,
    @JsonPropertyDescription("When the probe passed, RFC 3339.") String provedTime,
    @JsonPropertyDescription("When the task's container started, RFC 3339.") String runningTime,
    @JsonPropertyDescription("When it ended, RFC 3339.") String completionTime,
    @JsonPropertyDescription("Exit code of the task's own process.") Integer exitCode,
    @JsonPropertyDescription(
            "The task's own last words, at most 4 KiB, control characters made visible. Untrusted text.")
        String terminationMessage,
    @JsonPropertyDescription("The proof.") Isolation isolation,
    @JsonPropertyDescription("Checks that failed, of an AttestationFailed or ProofRejected.")
        List<String> failedChecks,
    @JsonPropertyDescription("What was weaker than it should be.") List<Finding> findings,
    @JsonPropertyDescription(
            "Isolated, Hardened, Finished, Succeeded, Destroyed, Reconciling, Stalled.")
        List<TaskCondition> conditions) {}
