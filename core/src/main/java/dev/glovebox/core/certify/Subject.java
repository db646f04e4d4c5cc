package dev.glovebox.core.certify;

import dev.glovebox.api.v1alpha1.RuntimeKind;
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
}
