package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Paths;
import dev.glovebox.api.schema.Syntax;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** A ConfigMap as a read-only directory in the sandbox. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ConfigMapMount(
    @JsonPropertyDescription(
            "ConfigMap of the task's namespace with the label glovebox.dev/usable-by-tasks=\"true\".")
        @Required
        @Size(max = Syntax.DNS_SUBDOMAIN_MAX)
        @Pattern(Syntax.DNS_SUBDOMAIN)
        String name,
    @JsonPropertyDescription(
            "Absolute path outside of what the system and Glovebox own, not over or under another mount.")
        @Required
        @Size(max = Paths.MAX)
        @ValidationRule(value = Paths.SYNTAX, messageExpression = Paths.SYNTAX_MESSAGE)
        @ValidationRule(value = Paths.MOUNTABLE, messageExpression = Paths.MOUNTABLE_MESSAGE)
        String mountPath) {}
