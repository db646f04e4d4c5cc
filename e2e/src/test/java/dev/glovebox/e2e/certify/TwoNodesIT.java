package dev.glovebox.e2e.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two nodes that both have gVisor, of which one does not enforce NetworkPolicies. */
@OnCluster(up = "--nodes 2 --node-2 no-netpol")
@Tag("local-node")
class TwoNodesIT {

  @Test
  void tasksGoToTheNodeThatWasShownToIsolateAndNeverToTheOther(Cluster cluster) {
    var certificates = new Certificates(cluster);
    certificates.forget();
    try (Workplace workplace = Workplace.open(cluster, "two-nodes")) {
      workplace.script("first", "sleep 60", "");
      workplace.inPhase("first", "Running");
      // The task keeps the demand up until both verdicts are there.
      var other = certificates.await("node-2.gvisor", "has a verdict", s -> s.reason() != null);
      assertThat(other.getStatus().reason()).as("%s", other).isEqualTo("NetworkNotEnforced");
      assertThat(certificates.get("node-1.gvisor").getStatus().certified()).isTrue();

      for (int i = 0; i < 4; i++) {
        workplace.script("task-" + i, "true", "");
      }
      for (int i = 0; i < 4; i++) {
        SandboxTask task = workplace.finished("task-" + i);
        assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Succeeded);
        assertThat(task.getStatus().nodeName()).isEqualTo("node-1");
        var terms =
            workplace
                .pod(task)
                .getSpec()
                .getAffinity()
                .getNodeAffinity()
                .getRequiredDuringSchedulingIgnoredDuringExecution()
                .getNodeSelectorTerms();
        assertThat(terms).hasSize(1);
        assertThat(terms.getFirst().getMatchFields().getFirst().getValues())
            .containsExactly("node-1");
      }
    }
  }
}
