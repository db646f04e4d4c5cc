package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Required;
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
    type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(
    name = "Reason",
    jsonPath = ".status.reason",
    type = AdditionalPrinterColumn.Type.STRING)
public class NodeCertificate extends CustomResource<NodeCertificateSpec, NodeCertificateStatus> {
  private static final long serialVersionUID = 1L;

  @Override
  @Required
  public NodeCertificateSpec getSpec() {
    return super.getSpec();
  }
}
