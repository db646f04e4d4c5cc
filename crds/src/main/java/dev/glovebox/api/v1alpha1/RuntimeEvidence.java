package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;

/** What the kernel looked like from inside. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RuntimeEvidence(
    @JsonPropertyDescription("Family of the runtime.") RuntimeKind kind,
    @JsonPropertyDescription("Handler of the RuntimeClass.") @Size(max = 63) String handler,
    @JsonPropertyDescription("Kernel release seen inside.") @Size(max = 256) String guestKernel,
    @JsonPropertyDescription("Kernel release of the node that it ran on.") @Size(max = 256)
        String nodeKernel,
    @JsonPropertyDescription("Whether both are the same kernel.") Boolean sharedKernel) {}
