package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.kubernetes.api.model.Quantity;

/** Limits of the sandbox; requests are equal to them. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Resources(
    @JsonPropertyDescription("CPU, for example \"1\" or 500m.") Quantity cpu,
    @JsonPropertyDescription("Memory in bytes, for example 1Gi. It bounds the processes too.")
        Quantity memory,
    @JsonPropertyDescription(
            "Disk in bytes for the container's log and writable layers, for example 1Gi.")
        Quantity ephemeralStorage) {}
