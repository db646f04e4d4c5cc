package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** A ConfigMap as a read-only directory in the sandbox. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ConfigMapMount(
    @JsonPropertyDescription(
            "Name of a ConfigMap in the task's namespace that has the label glovebox.dev/usable-by-tasks=\"true\".")
        @Required
        String name,
    @JsonPropertyDescription(
            "Absolute path of the directory, outside what the system and Glovebox own.")
        @Required
        String mountPath) {}
