package dev.glovebox.operator.observe;

import dev.glovebox.api.v1alpha1.NodeCertificate;

/** Kubernetes Events on a NodeCertificate, for people who run {@code kubectl describe}. */
public interface CertificateEvents {

  /** {@code Certified}. */
  void normal(NodeCertificate certificate, String reason, String message);

  /** {@code CertificationFailed}. */
  void warning(NodeCertificate certificate, String reason, String message);
}
