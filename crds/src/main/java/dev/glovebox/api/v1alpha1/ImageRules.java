package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import java.util.List;

/** Which images tasks may use. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ImageRules(
    @JsonPropertyDescription(
            "Prefixes of whole path components that end in /, compared after normalisation; empty allows none.")
        List<String> registries,
    @JsonPropertyDescription("Whether an image must be named by digest. Default true.")
        @Default("true")
        Boolean requireDigest,
    @JsonPropertyDescription("Always (default) or IfNotPresent.") @Default("Always")
        ImagePullPolicy pullPolicy,
    @JsonPropertyDescription("Names of pull secrets that pods may use.")
        List<String> pullSecretNames) {}
