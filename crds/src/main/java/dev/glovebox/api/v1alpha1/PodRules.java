package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/** What pods get from the platform. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PodRules(
    @JsonPropertyDescription("Service account, never with a token. Default \"default\".")
        @Default("default")
        String serviceAccountName,
    @JsonPropertyDescription("Priority class.") String priorityClassName,
    @JsonPropertyDescription("Node labels required.") Map<String, String> nodeSelector,
    @JsonPropertyDescription("Tolerations.") List<Toleration> tolerations,
    @JsonPropertyDescription("Labels that pods get.") Map<String, String> labels,
    @JsonPropertyDescription("Keys of task labels that are copied to the pod.")
        List<String> copyLabels,
    @JsonPropertyDescription("Size of HOME in memory. Default 64Mi.") @Default("64Mi")
        Quantity homeSize,
    @JsonPropertyDescription("Size of /tmp in memory. Default 64Mi.") @Default("64Mi")
        Quantity tmpSize) {}
