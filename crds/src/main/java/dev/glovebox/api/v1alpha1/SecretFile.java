package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;

/** One key of a Secret as a file in the sandbox, mode 0440, root:fsGroup. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SecretFile(
    @JsonPropertyDescription(
            "Name of a Secret in the task's namespace that has the label glovebox.dev/usable-by-tasks=\"true\".")
        @Required
        String secretName,
    @JsonPropertyDescription("Key in the Secret; it must exist and not be empty.") @Required
        String key,
    @JsonPropertyDescription("Where the file appears: /run/secrets/<name>.") @Required
        String path) {}
