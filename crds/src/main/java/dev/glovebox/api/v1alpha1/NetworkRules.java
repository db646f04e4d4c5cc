package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;

/** What networks tasks may have. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record NetworkRules(
    @JsonPropertyDescription("Modes allowed.") List<NetworkMode> modes,
    @JsonPropertyDescription("What Allowlist may name; empty allows nothing.")
        List<String> allowedCidrs,
    @JsonPropertyDescription("Blocked in addition to the built-in ranges.")
        List<String> blockedCidrs) {}
