package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Map;

/** Labels that a namespace must have. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LabelSelector(
    @JsonPropertyDescription("All of these; empty matches every namespace.")
        Map<String, String> matchLabels) {}
