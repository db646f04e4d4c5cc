package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Required;
import java.util.List;

/** What a user asks for. Immutable but for desiredState. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SandboxTaskSpec(
    @JsonPropertyDescription(
            "Image of the task, by digest (name@sha256:...) unless the policy allows tags.")
        @Required
        String image,
    @JsonPropertyDescription("Entry point; default: the image's own.") List<String> command,
    @JsonPropertyDescription("Arguments; default: the image's own.") List<String> args,
    @JsonPropertyDescription("Working directory; default: the workspace's mount path.")
        String workingDir,
    @JsonPropertyDescription("Literal environment variables.") List<EnvVariable> env,
    @JsonPropertyDescription("Secrets as read-only files under /run/secrets.")
        List<SecretFile> secrets,
    @JsonPropertyDescription("ConfigMaps as read-only directories.")
        List<ConfigMapMount> configMaps,
    @JsonPropertyDescription(
            "Names of RuntimeClasses in order of preference; default: the policy's, in its order. Never the default runtime.")
        List<String> runtimes,
    @JsonPropertyDescription(
            "User ID, group ID and fsGroup of the task's process; default: the lowest that the policy allows.")
        Long runAsUser,
    @JsonPropertyDescription("Limits; what is not given comes from the policy.")
        Resources resources,
    @JsonPropertyDescription(
            "The directory that the task may write. Default: a claim of 1Gi at /workspace.")
        Workspace workspace,
    @JsonPropertyDescription("What the task may reach. Default: nothing.") Network network,
    @JsonPropertyDescription("Time limits; the policy caps and defaults them.") Timeouts timeouts,
    @JsonPropertyDescription("Seconds between TERM and KILL, 0 to 30. Default 1.")
        @Min(0)
        @Max(30)
        @Default("1")
        Integer terminationGracePeriodSeconds,
    @JsonPropertyDescription(
            "Seconds after the end until everything is destroyed and the task deleted; the policy caps and defaults it.")
        @Min(0)
        Integer ttlSecondsAfterFinished,
    @JsonPropertyDescription(
            "Run (default) or Cancelled. The only field that may change, and only to Cancelled.")
        @Default("Run")
        DesiredState desiredState,
    @JsonPropertyDescription("Each names what is given up; each needs the policy's permission.")
        List<Risk> dangerouslyAllow) {}
