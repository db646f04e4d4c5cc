package dev.glovebox.api.v1alpha1;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Required;
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
public class SandboxTask extends CustomResource<SandboxTaskSpec, SandboxTaskStatus>
    implements Namespaced {
  private static final long serialVersionUID = 1L;

  @Override
  @Required
  public SandboxTaskSpec getSpec() {
    return super.getSpec();
  }
}
