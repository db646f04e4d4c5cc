package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Addresses;
import dev.glovebox.api.schema.Schema;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** Resolvers that the task may ask. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Dns(
    @JsonPropertyDescription(
            "IP addresses of resolvers, 1 to 3, in order. They obey the same block list as destinations.")
        @Required
        @Size(min = 1, max = 3)
        @Schema(
            listType = "atomic",
            itemRules = {
              @ValidationRule(
                  value = Addresses.SERVER,
                  messageExpression = Addresses.SERVER_MESSAGE),
              @ValidationRule(
                  value = Addresses.SERVER_GRANTABLE,
                  messageExpression = Addresses.SERVER_GRANTABLE_MESSAGE)
            })
        List<@Size(max = Addresses.ADDRESS_MAX) String> servers) {}
