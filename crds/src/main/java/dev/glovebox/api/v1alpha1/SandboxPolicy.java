package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** What a platform team allows tasks of the namespaces that name it. Cluster-scoped. */
@Group("glovebox.dev")
@Version("v1alpha1")
@Kind("SandboxPolicy")
@Singular("sandboxpolicy")
@Plural("sandboxpolicies")
@ShortNames("sbp")
@JsonClassDescription("What a platform team allows tasks of the namespaces that name it.")
@AdditionalPrinterColumn(
    name = "Accepted",
    jsonPath = ".status.conditions[?(@.type=='Accepted')].status",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public class SandboxPolicy extends CustomResource<SandboxPolicySpec, SandboxPolicyStatus> {
  private static final long serialVersionUID = 1L;

  @Override
  @Required
  @JsonPropertyDescription("What is allowed.")
  public SandboxPolicySpec getSpec() {
    return super.getSpec();
  }

  @Override
  @JsonPropertyDescription("How the policy stands. Written by the operator only.")
  public SandboxPolicyStatus getStatus() {
    return super.getStatus();
  }
}
