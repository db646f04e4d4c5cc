package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Schema;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** What a platform team allows. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SandboxPolicySpec(
    @JsonPropertyDescription("Which namespaces may name this policy.") @Required
        LabelSelector namespaces,
    @JsonPropertyDescription(
            "RuntimeClasses that tasks may use, the preferred one first. One that is not here cannot be used.")
        @Required
        @Size(min = 1, max = 16)
        @Schema(listType = "atomic")
        @ValidationRule(
            value = "self.all(a, self.exists_one(b, a.runtimeClassName == b.runtimeClassName))",
            messageExpression =
                "'%s is listed twice'.format([self.filter(a, !self.exists_one(b, a.runtimeClassName == b.runtimeClassName))[0].runtimeClassName])")
        List<AllowedRuntime> runtimes,
    @JsonPropertyDescription("Which images tasks may use.") @Required ImageRules images,
    @JsonPropertyDescription("User IDs that tasks may run as.")
        @Default("{\"min\": 10000, \"max\": 59999}")
        UserRange users,
    @JsonPropertyDescription("Most and default resources.") @Required ResourceRules resources,
    @JsonPropertyDescription("What workspaces tasks may have.") @Required WorkspaceRules workspace,
    @JsonPropertyDescription("Most and default times.") @Required TimeRules times,
    @JsonPropertyDescription(
            "Tasks that are not finished, in one namespace, 0 to 100000. Default 200.")
        @Min(0)
        @Max(100000)
        @Default("200")
        Integer maxActiveTasksPerNamespace,
    @JsonPropertyDescription("What tasks may reach.") @Required NetworkRules network,
    @JsonPropertyDescription("What pods get from the platform.") @Default("{}") PodRules pods,
    @JsonPropertyDescription("What tasks may give up. Default: nothing.")
        @Size(max = 4)
        @Schema(listType = "set")
        List<Risk> dangerouslyAllow,
    @JsonPropertyDescription("Checks that make a finding instead of a refusal. Default: none.")
        @Size(max = 1)
        @Schema(listType = "set")
        List<ReportableCheck> reportOnly) {}
