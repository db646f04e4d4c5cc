package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Paths;
import dev.glovebox.api.schema.Quantities;
import dev.glovebox.api.schema.Syntax;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;

/** The directory that the task may write: a union discriminated by type. */
@ValidationRule(
    value = "self.type != 'None' || !(has(self.size) || has(self.mountPath))",
    message = "type None has no workspace: remove size and mountPath, or choose Claim or Ephemeral")
@ValidationRule(
    value = "self.type == 'Claim' || !has(self.storageClassName)",
    messageExpression =
        "'storageClassName %s is for type Claim only: remove it'.format([self.storageClassName])")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Workspace(
    @JsonPropertyDescription(
            "Claim (default): a volume of its own, destroyed with the task. Ephemeral: an emptyDir. None.")
        @Default("Claim")
        WorkspaceType type,
    @JsonPropertyDescription("Size in bytes, for example 1Gi. Default 1Gi. Not with None.")
        @ValidationRule(value = Quantities.BYTES, messageExpression = Quantities.BYTES_MESSAGE)
        Quantity size,
    @JsonPropertyDescription("Absolute path. Default /workspace. Not with None.")
        @Size(max = Paths.MAX)
        @ValidationRule(value = Paths.SYNTAX, messageExpression = Paths.SYNTAX_MESSAGE)
        @ValidationRule(value = Paths.MOUNTABLE, messageExpression = Paths.MOUNTABLE_MESSAGE)
        String mountPath,
    @JsonPropertyDescription(
            "StorageClass of the claim. Default: the first that the policy allows. Claim only.")
        @Size(max = Syntax.DNS_SUBDOMAIN_MAX)
        @Pattern(Syntax.DNS_SUBDOMAIN)
        String storageClassName) {}
