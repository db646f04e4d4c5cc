package dev.glovebox.operator.write;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxPolicyStatus;
import io.fabric8.kubernetes.api.model.HasMetadata;

/** Every write that certification needs. One call is one request; none is repeated here. */
public interface CertificateWriter {

  /** Creates an object; never changes one that is there. */
  WriteResult create(ObjectKind kind, HasMetadata object);

  /** Deletes an object with the grace period of its own spec; never by force. */
  WriteResult delete(
      ObjectKind kind, String namespace, String name, ClusterWriter.Precondition precondition);

  /**
   * Replaces the whole status of a certificate.
   *
   * @param certificate as the server last gave it; its resourceVersion is the condition
   */
  WriteResult status(NodeCertificate certificate, NodeCertificateStatus status);

  /**
   * Replaces the whole status of a policy.
   *
   * @param policy as it was when the status was decided; its resourceVersion is the condition
   */
  WriteResult status(SandboxPolicy policy, SandboxPolicyStatus status);
}
