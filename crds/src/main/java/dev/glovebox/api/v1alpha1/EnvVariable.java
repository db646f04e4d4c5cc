package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** A literal environment variable of the task. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EnvVariable(
    @JsonPropertyDescription(
            "Name of the variable: [A-Za-z_][A-Za-z0-9_]*, not one that a shell, a loader or Glovebox obeys.")
        @Required
        String name,
    @JsonPropertyDescription(
            "Literal value; default empty. Never a reference: secrets come as files.")
        String value) {}
