package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Addresses;
import dev.glovebox.api.schema.Schema;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** The evidence, and until when it holds. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeCertificateStatus(
    @JsonPropertyDescription("Whether the node may run tasks under this class.") Boolean certified,
    @JsonPropertyDescription("Why not.") @Size(max = 64) String reason,
    @JsonPropertyDescription("For people.") @Size(max = 4096) String message,
    @JsonPropertyDescription("UID of the Node object.") @Size(max = 64) String nodeUID,
    @JsonPropertyDescription("Boot ID of the node.") @Size(max = 64) String bootID,
    @JsonPropertyDescription("Kernel release of the node.") @Size(max = 256) String kernelVersion,
    @JsonPropertyDescription("Version of the container runtime.") @Size(max = 256)
        String containerRuntimeVersion,
    @JsonPropertyDescription("Version of the kubelet.") @Size(max = 256) String kubeletVersion,
    @JsonPropertyDescription("Handler of the class.") @Size(max = 63) String handler,
    @JsonPropertyDescription("UID of the RuntimeClass.") @Size(max = 64) String runtimeClassUID,
    @JsonPropertyDescription("Digest of the probe's image.") @Size(max = 256) String probeDigest,
    @JsonPropertyDescription("Kernel release seen inside.") @Size(max = 256) String guestKernel,
    @JsonPropertyDescription("Metadata addresses that answer an unrestricted pod here.")
        @Size(max = 64)
        @Schema(listType = "set")
        List<@Size(max = Addresses.ADDRESS_MAX) String> metadataAddresses,
    @JsonPropertyDescription("What answers an unrestricted pod here.")
        @Size(max = 128)
        @Schema(listType = "set")
        List<@Size(max = 64) String> answers,
    @JsonPropertyDescription("Whether the own node answers a restricted pod.")
        Boolean nodeReachable,
    @JsonPropertyDescription("Slowest programming of a policy seen, in milliseconds.") @Min(0)
        Long policyProgrammingMilliseconds,
    @JsonPropertyDescription("When it was certified.") @Schema(format = "date-time")
        String certifiedTime,
    @JsonPropertyDescription("Until when it holds.") @Schema(format = "date-time")
        String expiryTime) {}
