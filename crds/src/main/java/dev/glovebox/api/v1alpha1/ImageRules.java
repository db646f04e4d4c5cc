package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Schema;
import dev.glovebox.api.schema.Syntax;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** Which images tasks may use. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ImageRules(
    @JsonPropertyDescription(
            "Prefixes of allowed images, ending in \"/\", such as registry.example.com/tools/. None: no image.")
        @Size(max = 64)
        @Schema(
            listType = "set",
            itemRules =
                @ValidationRule(
                    value = Syntax.REGISTRY,
                    messageExpression = Syntax.REGISTRY_MESSAGE))
        List<@Size(max = 255) String> registries,
    @JsonPropertyDescription("Whether an image must be named by digest. Default true.")
        @Default("true")
        Boolean requireDigest,
    @JsonPropertyDescription("Always (default) or IfNotPresent.") @Default("Always")
        ImagePullPolicy pullPolicy,
    @JsonPropertyDescription("Pull secrets that pods may use. Default: none.")
        @Size(max = 16)
        @Schema(listType = "set")
        List<@Size(max = Syntax.DNS_SUBDOMAIN_MAX) @Pattern(Syntax.DNS_SUBDOMAIN) String>
            pullSecretNames) {}
