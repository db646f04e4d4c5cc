package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Immutable;
import dev.glovebox.api.schema.Paths;
import dev.glovebox.api.schema.Schema;
import dev.glovebox.api.schema.Syntax;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** What a user asks for. Immutable but for desiredState. */
@Immutable(except = "desiredState")
@ValidationRule(
    value = Paths.WORKING_DIR,
    messageExpression = Paths.WORKING_DIR_MESSAGE,
    fieldPath = ".workingDir")
@ValidationRule(
    value = Paths.WORKSPACE,
    messageExpression = Paths.WORKSPACE_MESSAGE,
    fieldPath = ".workspace.mountPath")
@ValidationRule(
    value = Paths.CONFIG_MAPS,
    messageExpression = Paths.CONFIG_MAPS_MESSAGE,
    fieldPath = ".configMaps")
@ValidationRule(
    value = Paths.WORKSPACE_APART,
    messageExpression = Paths.WORKSPACE_APART_MESSAGE,
    fieldPath = ".configMaps")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SandboxTaskSpec(
    @JsonPropertyDescription(
            "Image, by digest (host/path@sha256:...) unless the policy allows tags.")
        @Required
        @Size(max = 512)
        @ValidationRule(value = Syntax.IMAGE, messageExpression = Syntax.IMAGE_MESSAGE)
        String image,
    @JsonPropertyDescription("Entry point. Default: the image's own. Ordered.")
        @Size(max = 256)
        @Schema(listType = "atomic")
        List<@Size(max = 65536) String> command,
    @JsonPropertyDescription("Arguments. Default: the image's own. Ordered.")
        @Size(max = 256)
        @Schema(listType = "atomic")
        List<@Size(max = 65536) String> args,
    @JsonPropertyDescription(
            "Working directory, under the rules of a mount path. Default: that of the workspace.")
        @Size(max = Paths.MAX)
        @ValidationRule(value = Paths.SYNTAX, messageExpression = Paths.SYNTAX_MESSAGE)
        @ValidationRule(value = Paths.NEVER, messageExpression = Paths.NEVER_MESSAGE)
        String workingDir,
    @JsonPropertyDescription("Literal environment variables.")
        @Size(max = 128)
        @Schema(listType = "map", listMapKeys = "name")
        List<EnvVariable> env,
    @JsonPropertyDescription("Keys of Secrets as read-only files under /run/secrets.")
        @Size(max = 32)
        @Schema(listType = "map", listMapKeys = "path")
        List<SecretFile> secrets,
    @JsonPropertyDescription("ConfigMaps as read-only directories.")
        @Size(max = 32)
        @Schema(listType = "map", listMapKeys = "mountPath")
        @ValidationRule(
            value = Paths.CONFIG_MAPS_APART,
            messageExpression = Paths.CONFIG_MAPS_APART_MESSAGE)
        List<ConfigMapMount> configMaps,
    @JsonPropertyDescription(
            "RuntimeClasses, the preferred one first. Default: the policy's. Never the default runtime.")
        @Size(min = 1, max = 8)
        @Schema(listType = "atomic")
        @ValidationRule(
            value = "self.all(a, self.exists_one(b, a == b))",
            messageExpression =
                "'%s is listed twice'.format([self.filter(a, !self.exists_one(b, a == b))[0]])")
        List<@Size(max = Syntax.DNS_SUBDOMAIN_MAX) @Pattern(Syntax.DNS_SUBDOMAIN) String> runtimes,
    @JsonPropertyDescription(
            "User ID, group ID and fsGroup, 1000 to 2147483647. Range and default (its lowest): the policy's.")
        @Min(1000)
        @Max(2147483647)
        Long runAsUser,
    @JsonPropertyDescription("Limits, and requests equal to them. Default and cap: the policy.")
        Resources resources,
    @JsonPropertyDescription(
            "The directory that the task may write. Default: a claim at /workspace.")
        @Default("{\"type\": \"Claim\"}")
        Workspace workspace,
    @JsonPropertyDescription("What the task may reach. Default: nothing.")
        @Default("{\"mode\": \"None\"}")
        Network network,
    @JsonPropertyDescription("Time limits, always in force. Default and cap: the policy.")
        Timeouts timeouts,
    @JsonPropertyDescription("Seconds between TERM and KILL, 0 to 30. Default 1.")
        @Min(0)
        @Max(30)
        @Default("1")
        Integer terminationGracePeriodSeconds,
    @JsonPropertyDescription(
            "Seconds after the end until all is destroyed and the task deleted, 0 to 2592000. Default and cap: the policy.")
        @Min(0)
        @Max(2592000)
        Integer ttlSecondsAfterFinished,
    @JsonPropertyDescription(
            "Run (default) or Cancelled. The only field that may change, and only to Cancelled.")
        @Default("Run")
        @ValidationRule(
            value = "self == oldSelf || (oldSelf == 'Run' && self == 'Cancelled')",
            messageExpression =
                "'desiredState may change from Run to Cancelled only, not from %s to %s'.format([oldSelf, self])")
        DesiredState desiredState,
    @JsonPropertyDescription("Each names what is given up, and needs the policy's permission.")
        @Size(max = 4)
        @Schema(listType = "set")
        List<Risk> dangerouslyAllow) {}
