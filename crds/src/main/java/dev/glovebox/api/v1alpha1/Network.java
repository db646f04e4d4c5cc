package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import java.util.List;

/** What the task may reach: a union discriminated by mode. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Network(
    @JsonPropertyDescription(
            "None (default): nothing. Allowlist: what allow lists. Internet: every public address.")
        @Default("None")
        NetworkMode mode,
    @JsonPropertyDescription("Destinations of mode Allowlist; not empty there, absent otherwise.")
        List<Destination> allow,
    @JsonPropertyDescription(
            "Resolvers, with Allowlist and Internet only. Default none: DNS is a way out.")
        Dns dns) {}
