package dev.glovebox.core.verify;

import dev.glovebox.api.v1alpha1.Finding;
import dev.glovebox.api.v1alpha1.Isolation;
import dev.glovebox.api.v1alpha1.NetworkEvidence;
import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.ProcessEvidence;
import dev.glovebox.api.v1alpha1.ReportableCheck;
import dev.glovebox.api.v1alpha1.RuntimeEvidence;
import dev.glovebox.api.v1alpha1.RuntimeKind;
import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.render.ProbeArgument;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/**
 * What a report becomes in the status.
 *
 * @param isolation {@code status.isolation}
 * @param findings what the probe saw that is weaker than it should be, besides the plan's own
 */
public record Isolations(Isolation isolation, List<Finding> findings) {
  /**
   * The essence of a report, against the node that the pod runs on. Also for a report that did not
   * pass.
   *
   * @param pod the released pod, whose probe's argument says which runtime was expected
   * @param mode network mode of the task
   * @param handler of the pod's RuntimeClass; null when the class is not there any more
   * @throws IllegalArgumentException if the pod is not one that was rendered from a plan
   */
  public static Isolations of(
      ProbeReport report, Pod pod, NetworkMode mode, String handler, Facts.NodeFacts landed) {
    var kernel = report.kernel();
    var network = report.network();
    var process = report.process();
    boolean shared =
        kernel.release().equals(landed.kernelVersion()) || kernel.bootId().equals(landed.bootId());
    var isolation =
        new Isolation(
            new RuntimeEvidence(
                RuntimeKind.valueOf(ProbeArgument.of(pod).runtime().kind()),
                handler,
                kernel.release(),
                landed.kernelVersion(),
                shared),
            new NetworkEvidence(
                mode,
                network.targets(),
                network.blocked(),
                network.rounds(),
                network.lastOpenMilliseconds(),
                Certification.name(landed.name(), pod.getSpec().getRuntimeClassName())),
            new ProcessEvidence(
                process.uid(),
                process.capabilities(),
                process.noNewPrivileges(),
                process.readOnlyRoot(),
                process.serviceAccountToken(),
                process.workspaceEmpty()));
    return new Isolations(isolation, findings(network.reportOnlyOpen()));
  }

  private static List<Finding> findings(List<String> open) {
    return open.isEmpty()
        ? List.of()
        : List.of(
            new Finding(
                ReportableCheck.NodeReachable.name(),
                "the sandbox reaches its own node: "
                    + String.join(", ", open)
                    + " answered. NetworkPolicy cannot block the own node on some engines; block it"
                    + " with the node's firewall or the engine's host policy"));
  }
}
