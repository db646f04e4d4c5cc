package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.certify.Certificates;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.reason.Endings;
import dev.glovebox.e2e.reason.Shows;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A runtime class that is allowed by name and handler, and whose handler is really runc. */
@OnCluster
@Tag("local-node")
class LookalikeIT {
  private static final String CERTIFICATE = "node-1.runsc-lookalike";
  private static final String LEAVE_A_TRACE = "echo started > /workspace/trace";

  @Test
  @Shows(Reason.NodeNotCertified)
  void aClassThatIsReallyRuncIsNotCertifiedAndNoPodIsMade(Cluster cluster) {
    try (Workplace workplace = Workplace.open(cluster, "lookalike")) {
      Endings endings = Endings.from(cluster);
      workplace.underPolicy(LookalikeIT::allowLookalike);
      new Certificates(cluster).forget();
      workplace.script("fooled", LEAVE_A_TRACE, "runtimes: [runsc-lookalike]");

      SandboxTask fooled =
          endings
              .of(workplace, "fooled")
              .is(Reason.NodeNotCertified)
              .asInTheExample()
              .saying("SharedKernel", "node-1", "runsc-lookalike")
              .task();

      assertThat(workplace.pod(fooled)).isNull();
      var certificate = new Certificates(cluster).get(CERTIFICATE).getStatus();
      assertThat(certificate.certified()).isFalse();
      assertThat(certificate.reason()).isEqualTo("SharedKernel");
      assertThat(certificate.message()).contains("runsc-lookalike");
    }
  }

  @Test
  @Shows(Reason.AttestationFailed)
  void underAForgedCertificateTheProbeFindsItOutBeforeTheTaskLeavesATrace(Cluster cluster) {
    try (Workplace workplace = Workplace.open(cluster, "lookalike")) {
      Endings endings = Endings.from(cluster);
      workplace.underPolicy(LookalikeIT::allowLookalike);
      workplace.script("refused", LEAVE_A_TRACE, "runtimes: [runsc-lookalike]");
      workplace.finished("refused");
      new Certificates(cluster).forgeCertified(CERTIFICATE, "4.19.0-gvisor");
      workplace.script("fooled", LEAVE_A_TRACE, "runtimes: [runsc-lookalike]");

      SandboxTask fooled =
          endings
              .of(workplace, "fooled")
              .is(Reason.AttestationFailed)
              .asInTheExample()
              .saying("is a node's", "does not isolate")
              .task();
      assertThat(fooled.getStatus().failedChecks()).contains("SharedKernel");
      assertThat(filesIn(workplace, fooled)).doesNotContain("trace");

      // The same task in real gVisor leaves its trace, seen in the same way.
      workplace.script("honest", LEAVE_A_TRACE, "runtimes: [gvisor]");
      SandboxTask honest = workplace.finished("honest");
      assertThat(honest.getStatus().phase())
          .as("%s", honest.getStatus())
          .isEqualTo(Phase.Succeeded);
      assertThat(filesIn(workplace, honest)).contains("trace");
    } finally {
      new Certificates(cluster).forget();
    }
  }

  /** What lies in the task's volume, seen on the node. */
  private static String filesIn(Workplace workplace, SandboxTask task) {
    var claims =
        workplace
            .cluster()
            .client()
            .persistentVolumeClaims()
            .inNamespace(workplace.namespace())
            .withLabel("glovebox.dev/task-uid", task.getMetadata().getUid())
            .list()
            .getItems();
    assertThat(claims).as("claim of %s", task.getMetadata().getName()).hasSize(1);
    var node = workplace.cluster().localNode();
    return node.inNode(
            "ls",
            "-la",
            node.state()
                .resolve("volumes/" + claims.getFirst().getSpec().getVolumeName())
                .toString())
        .succeed();
  }

  private static void allowLookalike(ObjectNode policy) {
    ((ArrayNode) policy.get("runtimes"))
        .addObject()
        .put("runtimeClassName", "runsc-lookalike")
        .put("kind", "GVisor")
        .putArray("handlers")
        .add("runsc-lookalike");
  }
}
