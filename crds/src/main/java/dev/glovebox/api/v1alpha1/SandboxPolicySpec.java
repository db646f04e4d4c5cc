package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Required;
import java.util.List;

/** What a platform team allows. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SandboxPolicySpec(
    @JsonPropertyDescription("Which namespaces may name this policy.") LabelSelector namespaces,
    @JsonPropertyDescription("RuntimeClasses in order; one that is not here cannot be used.")
        @Required
        List<AllowedRuntime> runtimes,
    @JsonPropertyDescription("Images.") @Required ImageRules images,
    @JsonPropertyDescription("User IDs.") UserRange users,
    @JsonPropertyDescription("Resources.") @Required ResourceRules resources,
    @JsonPropertyDescription("Workspaces.") @Required WorkspaceRules workspace,
    @JsonPropertyDescription("Times.") @Required TimeRules times,
    @JsonPropertyDescription("Tasks that are not finished, in one namespace. Default 200.")
        @Default("200")
        Integer maxActiveTasksPerNamespace,
    @JsonPropertyDescription("Networks.") @Required NetworkRules network,
    @JsonPropertyDescription("What pods get.") PodRules pods,
    @JsonPropertyDescription("What tasks may give up.") List<Risk> dangerouslyAllow,
    @JsonPropertyDescription("Checks that make a finding instead of a refusal.")
        List<ReportableCheck> reportOnly) {}
