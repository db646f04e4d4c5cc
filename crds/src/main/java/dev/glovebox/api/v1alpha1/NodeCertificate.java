package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * That a node really isolates under a RuntimeClass, shown with controls, and until when it holds.
 * Name: node.class.
 */
@Group("glovebox.dev")
@Version("v1alpha1")
@Kind("NodeCertificate")
@Singular("nodecertificate")
@Plural("nodecertificates")
@ShortNames("ncert")
@JsonClassDescription(
    "That a node really isolates under a RuntimeClass, shown with controls, and until when it holds.")
@AdditionalPrinterColumn(
    name = "Node",
    jsonPath = ".spec.nodeName",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Runtime",
    jsonPath = ".spec.runtimeClassName",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Certified",
    jsonPath = ".status.certified",
    type = AdditionalPrinterColumn.Type.BOOLEAN)
@AdditionalPrinterColumn(
    name = "Kernel",
    jsonPath = ".status.guestKernel",
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Expires",
    jsonPath = ".status.expiryTime",
    // Not a date: kubectl shows dates as ages, and one to come as <invalid>.
    type = AdditionalPrinterColumn.Type.STRING)
@AdditionalPrinterColumn(
    name = "Reason",
    jsonPath = ".status.reason",
    type = AdditionalPrinterColumn.Type.STRING)
@ValidationRule(
    value = "self.metadata.name == self.spec.nodeName + '.' + self.spec.runtimeClassName",
    messageExpression =
        "'metadata.name must be %s.%s'.format([self.spec.nodeName, self.spec.runtimeClassName])")
public class NodeCertificate extends CustomResource<NodeCertificateSpec, NodeCertificateStatus> {
  private static final long serialVersionUID = 1L;

  @Override
  @Required
  @JsonPropertyDescription("What was certified. Immutable.")
  public NodeCertificateSpec getSpec() {
    return super.getSpec();
  }

  @Override
  @JsonPropertyDescription("The evidence, and until when it holds. Written by the operator only.")
  public NodeCertificateStatus getStatus() {
    return super.getStatus();
  }
}
