package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Immutable;
import dev.glovebox.api.schema.Syntax;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** What was certified. */
@Immutable
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NodeCertificateSpec(
    @JsonPropertyDescription("Node.")
        @Required
        @Size(max = Syntax.DNS_SUBDOMAIN_MAX)
        @Pattern(Syntax.DNS_SUBDOMAIN)
        String nodeName,
    @JsonPropertyDescription("RuntimeClass.")
        @Required
        @Size(max = Syntax.DNS_SUBDOMAIN_MAX)
        @Pattern(Syntax.DNS_SUBDOMAIN)
        String runtimeClassName) {}
