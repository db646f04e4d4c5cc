package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Syntax;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;

/** A literal environment variable of the task. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EnvVariable(
    @JsonPropertyDescription(
            "Letters, digits and _, no digit first; no name that a shell, a loader or Glovebox obeys.")
        @Required
        @Size(max = 256)
        @ValidationRule(value = Syntax.ENV_NAME, messageExpression = Syntax.ENV_NAME_MESSAGE)
        @ValidationRule(
            value = Syntax.ENV_NOT_RESERVED,
            messageExpression = Syntax.ENV_NOT_RESERVED_MESSAGE)
        String name,
    @JsonPropertyDescription(
            "Literal value, at most 32768 characters. Default empty. Secrets come as files.")
        @Size(max = 32768)
        String value) {}
