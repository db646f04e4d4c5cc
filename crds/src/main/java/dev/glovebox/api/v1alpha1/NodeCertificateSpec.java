package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** What was certified. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeCertificateSpec(
    @JsonPropertyDescription("Node.") @Required String nodeName,
    @JsonPropertyDescription("RuntimeClass.") @Required String runtimeClassName) {}
