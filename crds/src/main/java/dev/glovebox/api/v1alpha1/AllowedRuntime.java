package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Schema;
import dev.glovebox.api.schema.Syntax;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** A RuntimeClass that tasks may use. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AllowedRuntime(
    @JsonPropertyDescription("Name of the RuntimeClass.")
        @Required
        @Size(max = Syntax.DNS_SUBDOMAIN_MAX)
        @Pattern(Syntax.DNS_SUBDOMAIN)
        String runtimeClassName,
    @JsonPropertyDescription("GVisor or Kata: which fingerprint to expect inside.") @Required
        RuntimeKind kind,
    @JsonPropertyDescription(
            "Handlers that the class may name, at least one; never runc, crun or youki.")
        @Required
        @Size(min = 1, max = 16)
        @Schema(
            listType = "set",
            itemRules =
                @ValidationRule(
                    value = "!(self in ['runc', 'crun', 'youki'])",
                    messageExpression =
                        "'%s shares the kernel of the node: it is no isolated runtime'.format([self])"))
        List<@Size(max = 63) @Pattern(Syntax.DNS_LABEL) String> handlers) {}
