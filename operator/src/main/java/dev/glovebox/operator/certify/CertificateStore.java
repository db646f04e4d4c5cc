package dev.glovebox.operator.certify;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.NodeCertificateSpec;
import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.core.certify.Subject;
import dev.glovebox.operator.certify.CertificationRun.NoVerdict;
import dev.glovebox.operator.write.CertificateWriter;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;

/** Reads and writes NodeCertificates, always over what the server has now. */
final class CertificateStore {

  private final KubernetesClient client;
  private final CertificateWriter writer;

  CertificateStore(KubernetesClient client, CertificateWriter writer) {
    this.client = client;
    this.writer = writer;
  }

  /** As the server has it; empty when there is none. */
  Optional<NodeCertificate> read(Subject subject) throws NoVerdict {
    try {
      return Optional.ofNullable(
          client.resources(NodeCertificate.class).withName(subject.name()).get());
    } catch (KubernetesClientException e) {
      throw new NoVerdict(e.getMessage());
    }
  }

  /** Writes a verdict; the certificate is made when there is none. */
  NodeCertificate write(Subject subject, NodeCertificateStatus status) throws NoVerdict {
    NodeCertificate there = read(subject).orElse(null);
    if (there == null) {
      there = planned(subject);
      var created = done(writer.create(ObjectKind.CERTIFICATE, there)).object().path("metadata");
      there.getMetadata().setUid(created.path("uid").asText());
      there.getMetadata().setResourceVersion(created.path("resourceVersion").asText());
    }
    done(writer.status(there, status));
    return there;
  }

  /** It goes with its node. */
  private static NodeCertificate planned(Subject subject) {
    var certificate = new NodeCertificate();
    certificate.setMetadata(
        new ObjectMetaBuilder()
            .withName(subject.name())
            .addNewOwnerReference()
            .withApiVersion("v1")
            .withKind("Node")
            .withName(subject.node().name())
            .withUid(subject.node().uid())
            .endOwnerReference()
            .build());
    certificate.setSpec(
        new NodeCertificateSpec(subject.node().name(), subject.runtimeClass().name()));
    return certificate;
  }

  private static WriteResult.Done done(WriteResult result) throws NoVerdict {
    if (result instanceof WriteResult.Done done) {
      return done;
    }
    throw new NoVerdict("the certificate was not written: " + result);
  }
}
