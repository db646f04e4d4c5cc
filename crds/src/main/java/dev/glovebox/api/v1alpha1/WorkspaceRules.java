package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Quantities;
import dev.glovebox.api.schema.Schema;
import dev.glovebox.api.schema.Syntax;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;

/** What workspaces tasks may have. */
@ValidationRule(
    value = "has(self.maxSize) || self.types.all(t, t == 'None')",
    message =
        "maxSize is needed with types Claim and Ephemeral: without it a workspace would have no limit")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record WorkspaceRules(
    @JsonPropertyDescription("Types allowed, at least one.")
        @Required
        @Size(min = 1, max = 3)
        @Schema(listType = "set")
        List<WorkspaceType> types,
    @JsonPropertyDescription("Largest size in bytes; needed unless types is None only.")
        @ValidationRule(value = Quantities.BYTES, messageExpression = Quantities.BYTES_MESSAGE)
        Quantity maxSize,
    @JsonPropertyDescription("StorageClasses allowed; the first is the default. None: no claim.")
        @Size(max = 16)
        @Schema(listType = "atomic")
        List<@Size(max = Syntax.DNS_SUBDOMAIN_MAX) @Pattern(Syntax.DNS_SUBDOMAIN) String>
            storageClassNames,
    @JsonPropertyDescription(
            "Access mode of the claim: ReadWriteOncePod (default) or ReadWriteOnce.")
        @Default("ReadWriteOncePod")
        @Schema(oneOf = {"ReadWriteOncePod", "ReadWriteOnce"})
        String accessMode) {}
