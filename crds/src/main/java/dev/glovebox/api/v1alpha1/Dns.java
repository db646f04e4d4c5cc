package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import java.util.List;

/** Resolvers that the task may ask. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Dns(
    @JsonPropertyDescription(
            "IP addresses of resolvers, at most 3. They obey the same block list as destinations.")
        @Required
        List<String> servers) {}
