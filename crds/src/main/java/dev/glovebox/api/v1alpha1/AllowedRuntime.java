package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import java.util.List;

/** A RuntimeClass that tasks may use. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record AllowedRuntime(
    @JsonPropertyDescription("Name of the RuntimeClass.") @Required String runtimeClassName,
    @JsonPropertyDescription("GVisor or Kata: which fingerprint to expect inside.") @Required
        RuntimeKind kind,
    @JsonPropertyDescription("Handlers that the class may name.") @Required
        List<String> handlers) {}
