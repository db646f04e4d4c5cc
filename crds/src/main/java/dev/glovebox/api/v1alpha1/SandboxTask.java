package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crd.generator.annotation.AdditionalSelectableField;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * Untrusted work that runs once, in a sandbox that has proved its isolation before the work starts.
 */
@Group("glovebox.dev")
@Version("v1alpha1")
@Kind("SandboxTask")
@Singular("sandboxtask")
@Plural("sandboxtasks")
@ShortNames("sbt")
@JsonClassDescription(
    "Untrusted work that runs once, in a sandbox that has proved its isolation before the work starts.")
@AdditionalPrinterColumn(
    name = "Phase",
    jsonPath = ".status.phase",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Reason",
    jsonPath = ".status.reason",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Runtime",
    jsonPath = ".status.effective.runtimeClassName",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Exit",
    jsonPath = ".status.exitCode",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(
    name = "Node",
    jsonPath = ".status.nodeName",
    type = AdditionalPrinterColumn.Type.STRING,
    priority = 1)
@AdditionalPrinterColumn(
    name = "Pod",
    jsonPath = ".status.podName",
    type = AdditionalPrinterColumn.Type.STRING,
    priority = 1)
@AdditionalPrinterColumn(
    name = "Network",
    jsonPath = ".spec.network.mode",
    type = AdditionalPrinterColumn.Type.STRING,
    priority = 1)
@ValidationRule(
    value =
        "!(oldSelf.?status.?phase.orValue('') in ['Succeeded', 'Failed', 'Refused'])"
            + " || self.?status.?phase.orValue('') == oldSelf.status.phase",
    messageExpression =
        "'status.phase %s is final and never changes'.format([oldSelf.status.phase])",
    fieldPath = ".status.phase")
@ValidationRule(
    value =
        "!(oldSelf.?status.?phase.orValue('') in ['Succeeded', 'Failed', 'Refused'])"
            + " || (self.?status.?reason.orValue('') == (has(oldSelf.status.reason) ? oldSelf.status.reason : '')"
            + " && self.?status.?exitCode.orValue(-1) == oldSelf.?status.?exitCode.orValue(-1))",
    messageExpression =
        "'status.reason and status.exitCode never change after the final phase %s'.format([oldSelf.status.phase])",
    fieldPath = ".status.reason")
@ValidationRule(
    value =
        "oldSelf.?status.?podUID.orValue('') == ''"
            + " || self.?status.?podUID.orValue('') == oldSelf.status.podUID",
    messageExpression =
        "'status.podUID %s never changes: a task has one pod, released once'.format([oldSelf.status.podUID])",
    fieldPath = ".status.podUID")
@AdditionalSelectableField(jsonPath = ".status.phase")
public class SandboxTask extends CustomResource<SandboxTaskSpec, SandboxTaskStatus>
    implements Namespaced {
  private static final long serialVersionUID = 1L;

  @Override
  @Required
  @JsonPropertyDescription("What is asked for. Immutable but for desiredState.")
  public SandboxTaskSpec getSpec() {
    return super.getSpec();
  }

  @Override
  @JsonPropertyDescription(
      "What became of it. Written by the operator only; tolerate values you do not know.")
  public SandboxTaskStatus getStatus() {
    return super.getStatus();
  }
}
