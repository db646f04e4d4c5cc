package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Syntax;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Map;

/** Labels that a namespace must have. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LabelSelector(
    @JsonPropertyDescription(
            "Labels that a namespace must have, all of them; none: every namespace.")
        @Size(max = 16)
        @ValidationRule(value = Syntax.LABELS, message = Syntax.LABELS_MESSAGE)
        Map<String, @Size(max = 63) String> matchLabels) {}
