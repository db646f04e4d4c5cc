package dev.glovebox.e2e.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A certificate is found by the node and the class that it is about. */
@OnCluster(OnCluster.Needs.CRDS)
class NodeCertificateSchemaIT {
  private static Submission submission;

  @BeforeAll
  static void open(Cluster cluster) {
    submission = new Submission(cluster);
  }

  @Test
  void itsNameIsTheNodeAndTheClass() {
    submission.judge(certificate("node-1.gvisor", "node-1", "gvisor"));
    submission.judge(certificate("a.example.com.kata.v2", "a.example.com", "kata.v2"));
    assertThat(
            Submission.refusal(
                "another name", () -> submission.judge(certificate("x", "node-1", "gvisor"))))
        .contains("metadata.name must be node-1.gvisor");
  }

  @Test
  void whatItIsAboutNeverChanges() {
    // Only the class could change under the same name: node-1.a + b, node-1 + a.b.
    ObjectNode certificate = certificate("schema-test.a.b", "schema-test", "a.b");
    submission.create(certificate);
    try {
      submission.judgeUpdate(certificate);
      ObjectNode other = certificate("schema-test.a.b", "schema-test.a", "b");
      assertThat(Submission.refusal("changed", () -> submission.judgeUpdate(other)))
          .contains("spec is immutable after creation", "nodeName runtimeClassName");
    } finally {
      submission.delete(certificate);
    }
  }

  private static ObjectNode certificate(String name, String node, String runtimeClass) {
    return Submission.read(
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: NodeCertificate
        metadata: {name: %s}
        spec: {nodeName: %s, runtimeClassName: %s}
        """
            .formatted(name, node, runtimeClass));
  }
}
