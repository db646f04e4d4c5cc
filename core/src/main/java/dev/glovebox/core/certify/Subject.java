package dev.glovebox.core.certify;

import dev.glovebox.api.v1alpha1.RuntimeKind;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Facts;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.List;

/**
 * What is certified: one node under one RuntimeClass.
 *
 * @param kind which fingerprint the kernel inside must show
 * @param tolerations of the policies that allow the class: what a task may tolerate
 */
public record Subject(
    Facts.NodeFacts node,
    Facts.RuntimeClassFacts runtimeClass,
    RuntimeKind kind,
    List<Toleration> tolerations) {

  /** Name of its NodeCertificate. */
  public String name() {
    return Certification.name(node.name(), runtimeClass.name());
  }

  /**
   * Whether a task may run on the node under the class. The node of one that is released is not
   * known until it is shown as running.
   *
   * @param task that has not ended
   */
  public boolean mayRun(SandboxTask task) {
    SandboxTaskStatus status = task.getStatus();
    return status != null
        && status.podUID() != null
        && (status.nodeName() == null || status.nodeName().equals(node.name()))
        && (status.effective() == null
            || runtimeClass.name().equals(status.effective().runtimeClassName()));
  }
}
