package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;

/** The evidence, and until when it holds. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeCertificateStatus(
    @JsonPropertyDescription("Whether the node may run tasks under this class.") Boolean certified,
    @JsonPropertyDescription("Why not.") String reason,
    @JsonPropertyDescription("For people.") String message,
    @JsonPropertyDescription("UID of the Node object.") String nodeUID,
    @JsonPropertyDescription("Boot ID of the node.") String bootID,
    @JsonPropertyDescription("Kernel release of the node.") String kernelVersion,
    @JsonPropertyDescription("Version of the container runtime.") String containerRuntimeVersion,
    @JsonPropertyDescription("Handler of the class.") String handler,
    @JsonPropertyDescription("UID of the RuntimeClass.") String runtimeClassUID,
    @JsonPropertyDescription("Digest of the probe's image.") String probeDigest,
    @JsonPropertyDescription("Kernel release seen inside.") String guestKernel,
    @JsonPropertyDescription("Metadata addresses that answer an unrestricted pod here.")
        List<String> metadataAddresses,
    @JsonPropertyDescription("Whether the own node answers a restricted pod.")
        Boolean nodeReachable,
    @JsonPropertyDescription("Slowest programming of a policy seen, in milliseconds.")
        Long policyProgrammingMilliseconds,
    @JsonPropertyDescription("When it was certified, RFC 3339.") String certifiedTime,
    @JsonPropertyDescription("Until when it holds, RFC 3339.") String expiryTime) {}
