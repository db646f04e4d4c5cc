package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a sandbox proves before its task starts, and what becomes of one that cannot. */
@OnCluster
class ProofIT {
  private Workplace workplace;

  @BeforeEach
  void open(Cluster cluster) {
    workplace = Workplace.open(cluster, "proof");
  }

  @AfterEach
  void close() {
    workplace.close();
  }

  @Test
  void aFinishedTaskShowsBothKernelsAndHowManyTargetsWereBlocked() {
    workplace.script("hello", "uname -r; echo done", "");

    SandboxTask task = workplace.finished("hello");

    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Succeeded);
    assertThat(task.getStatus().exitCode()).isZero();
    var isolation = task.getStatus().isolation();
    var node = workplace.cluster().client().nodes().withName(task.getStatus().nodeName()).get();
    assertThat(isolation.runtime().nodeKernel())
        .isEqualTo(node.getStatus().getNodeInfo().getKernelVersion());
    assertThat(isolation.runtime().guestKernel())
        .isNotEqualTo(isolation.runtime().nodeKernel())
        // What the task itself saw: the proof speaks of the kernel that the task ran on.
        .isEqualTo(workplace.log(task).lines().findFirst().orElseThrow());
    assertThat(isolation.runtime().sharedKernel()).isFalse();
    assertThat(isolation.network().targets()).isGreaterThan(5);
    assertThat(isolation.network().blocked()).isEqualTo(isolation.network().targets());
    assertThat(isolation.network().rounds()).isGreaterThanOrEqualTo(3);
    assertThat(isolation.probe().capabilities()).isEmpty();
    assertThat(isolation.probe().noNewPrivileges()).isTrue();
    assertThat(isolation.probe().readOnlyRoot()).isTrue();
    assertThat(isolation.probe().serviceAccountToken()).isFalse();
  }

  @Test
  void aSandboxHasNoIpv6AddressButLoopback() {
    // The engine's rules are IPv4 ones; by a link-local address the node and other sandboxes would
    // answer past them.
    workplace.script("six", "cat /proc/net/if_inet6; echo seen", "");

    SandboxTask task = workplace.finished("six");

    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Succeeded);
    assertThat(workplace.log(task).lines())
        .contains("seen")
        .allMatch(line -> line.equals("seen") || line.endsWith(" lo"));
  }

  @Test
  void aTaskThatNamesNoRuntimeGetsThePolicysAndNeverTheDefaultOne() {
    workplace.script("unnamed", "true", "");

    SandboxTask task = workplace.finished("unnamed");

    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Succeeded);
    assertThat(task.getStatus().effective().runtimeClassName()).isEqualTo("gvisor");
    assertThat(workplace.pod(task).getSpec().getRuntimeClassName()).isEqualTo("gvisor");
  }
}
