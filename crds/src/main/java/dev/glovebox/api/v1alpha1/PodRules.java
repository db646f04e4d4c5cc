package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Quantities;
import dev.glovebox.api.schema.Schema;
import dev.glovebox.api.schema.Syntax;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.List;
import java.util.Map;

/** What pods get from the platform. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PodRules(
    @JsonPropertyDescription("Service account, never with a token. Default \"default\".")
        @Default("default")
        @Size(max = Syntax.DNS_SUBDOMAIN_MAX)
        @Pattern(Syntax.DNS_SUBDOMAIN)
        String serviceAccountName,
    @JsonPropertyDescription("Priority class. Default: none.")
        @Size(max = 253)
        @Pattern(Syntax.DNS_SUBDOMAIN_OR_EMPTY)
        String priorityClassName,
    @JsonPropertyDescription("Labels that nodes must have.")
        @Size(max = 32)
        @ValidationRule(value = Syntax.LABELS, message = Syntax.LABELS_MESSAGE)
        Map<String, @Size(max = 63) String> nodeSelector,
    @JsonPropertyDescription("Tolerations.") @Size(max = 16) @Schema(listType = "atomic")
        List<Toleration> tolerations,
    @JsonPropertyDescription(
            "Labels that pods get; none that Glovebox, a runtime or an add-on obeys.")
        @Size(max = 32)
        @ValidationRule(value = Syntax.LABELS, message = Syntax.LABELS_MESSAGE)
        @ValidationRule(
            value = "!self.exists(k, k.matches('" + Syntax.RESERVED_LABELS + "'))",
            message = Syntax.RESERVED_LABELS_MESSAGE)
        Map<String, @Size(max = 63) String> labels,
    @JsonPropertyDescription(
            "Keys of task labels and annotations copied to pods; none that Glovebox, a runtime or an add-on obeys.")
        @Size(max = 32)
        @Schema(
            listType = "set",
            itemRules = {
              @ValidationRule(
                  value = "!format.qualifiedName().validate(self).hasValue()",
                  messageExpression =
                      "'%s is not a Kubernetes label key'.format([strings.quote(self)])"),
              @ValidationRule(
                  value = "!self.matches('" + Syntax.RESERVED_LABELS + "')",
                  messageExpression =
                      "'%s is reserved: Glovebox sets it, or a runtime or an add-on obeys it'.format([self])")
            })
        List<@Size(max = 317) String> copyLabels,
    @JsonPropertyDescription("Size of HOME, in memory. Default 64Mi.")
        @Default("64Mi")
        @ValidationRule(value = Quantities.BYTES, messageExpression = Quantities.BYTES_MESSAGE)
        Quantity homeSize,
    @JsonPropertyDescription("Size of /tmp, in memory. Default 64Mi.")
        @Default("64Mi")
        @ValidationRule(value = Quantities.BYTES, messageExpression = Quantities.BYTES_MESSAGE)
        Quantity tmpSize) {}
