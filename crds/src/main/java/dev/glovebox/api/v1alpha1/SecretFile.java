package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Paths;
import dev.glovebox.api.schema.Syntax;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** One key of a Secret as a file in the sandbox, mode 0440, root:fsGroup. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SecretFile(
    @JsonPropertyDescription(
            "Secret of the task's namespace with the label glovebox.dev/usable-by-tasks=\"true\".")
        @Required
        @Size(max = Syntax.DNS_SUBDOMAIN_MAX)
        @Pattern(Syntax.DNS_SUBDOMAIN)
        String secretName,
    @JsonPropertyDescription("Key in the Secret. It must exist and not be empty.")
        @Required
        @Size(max = 253)
        @Pattern(Syntax.DATA_KEY)
        String key,
    @JsonPropertyDescription("Where the file appears: /run/secrets/<name>.")
        @Required
        @Size(max = Paths.SECRET_MAX)
        @ValidationRule(value = Paths.SECRET, messageExpression = Paths.SECRET_MESSAGE)
        String path) {}
