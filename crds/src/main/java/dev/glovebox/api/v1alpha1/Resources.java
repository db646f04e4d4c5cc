package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Quantities;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;

/** Limits of the sandbox; requests are equal to them. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Resources(
    @JsonPropertyDescription("CPU, above 0, for example \"1\" or 500m.")
        @ValidationRule(value = Quantities.CPU, messageExpression = Quantities.CPU_MESSAGE)
        Quantity cpu,
    @JsonPropertyDescription(
            "Memory in bytes, for example 1Gi. It bounds the number of processes too.")
        @ValidationRule(value = Quantities.BYTES, messageExpression = Quantities.BYTES_MESSAGE)
        Quantity memory,
    @JsonPropertyDescription("Disk in bytes for the log and writable layers, for example 1Gi.")
        @ValidationRule(value = Quantities.BYTES, messageExpression = Quantities.BYTES_MESSAGE)
        Quantity ephemeralStorage) {}
