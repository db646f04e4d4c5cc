package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;

/** What the kernel looked like from inside. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RuntimeEvidence(
    @JsonPropertyDescription("Family of the runtime.") RuntimeKind kind,
    @JsonPropertyDescription("Handler of the RuntimeClass.") String handler,
    @JsonPropertyDescription("Kernel release seen inside.") String guestKernel,
    @JsonPropertyDescription("Kernel release of the node that it ran on.") String nodeKernel,
    @JsonPropertyDescription("True when both are the same kernel.") Boolean sharedKernel) {}
