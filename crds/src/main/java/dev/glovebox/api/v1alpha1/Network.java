package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.glovebox.api.schema.Schema;
import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** What the task may reach: a union discriminated by mode. */
@ValidationRule(
    value = "self.mode != 'Allowlist' || (has(self.allow) && size(self.allow) > 0)",
    message = "mode Allowlist needs at least one destination in allow; mode None grants nothing")
@ValidationRule(
    value = "self.mode == 'Allowlist' || !has(self.allow)",
    messageExpression =
        "'allow is for mode Allowlist only, and mode is %s: remove allow'.format([self.mode])")
@ValidationRule(
    value = "self.mode != 'None' || !has(self.dns)",
    message = "dns is for modes Allowlist and Internet only, and mode is None: remove dns")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Network(
    @JsonPropertyDescription(
            "None (default): nothing. Allowlist: what allow lists. Internet: every public address.")
        @Default("None")
        NetworkMode mode,
    @JsonPropertyDescription(
            "Destinations of mode Allowlist, at least one; not with other modes. The policy says which may be granted; metadata, link-local, loopback and multicast addresses never.")
        @Size(max = 64)
        @Schema(listType = "map", listMapKeys = "cidr")
        List<Destination> allow,
    @JsonPropertyDescription(
            "Resolvers, with Allowlist and Internet only. Default none: DNS is a way out.")
        Dns dns) {}
