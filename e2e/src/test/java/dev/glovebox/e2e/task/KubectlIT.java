package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a person with nothing but kubectl sees. */
@OnCluster
class KubectlIT {

  @Test
  void getShowsPhaseReasonRuntimeExitCodeAndAgeAndWaitWorks(Cluster cluster) {
    try (Workplace workplace = Workplace.open(cluster, "kubectl")) {
      workplace.script("five", "exit 5", "");

      cluster
          .kubectl(
              "-n",
              workplace.namespace(),
              "wait",
              "--for=condition=Finished",
              "--timeout=90s",
              "sandboxtask/five")
          .succeed();

      List<String> lines =
          cluster
              .kubectl("-n", workplace.namespace(), "get", "sandboxtasks")
              .succeed()
              .lines()
              .toList();
      assertThat(lines.getFirst().split("\\s+"))
          .containsExactly("NAME", "PHASE", "REASON", "RUNTIME", "EXIT", "AGE");
      assertThat(lines.get(1).split("\\s+"))
          .startsWith("five", "Failed", "ExitNonZero", "gvisor", "5");
      assertThat(cluster.kubectl("-n", workplace.namespace(), "get", "sbt", "-o", "wide").succeed())
          .contains("NODE", "POD", "NETWORK");
    }
  }

  @Test
  void explainTellsWhatAFieldMeans(Cluster cluster) {
    assertThat(cluster.kubectl("explain", "sandboxtask.spec.network").succeed())
        .contains("Allowlist", "Internet", "mode", "allow", "dns");
    assertThat(cluster.kubectl("explain", "sandboxtask.status.isolation.runtime").succeed())
        .contains("guestKernel", "nodeKernel");
  }

  @Test
  void anEventOnTheTaskTellsWhyItWasRefused(Cluster cluster) {
    try (Workplace workplace = Workplace.open(cluster, "events")) {
      workplace.script("refused", "true", "runtimes: [kata]");
      workplace.finished("refused");

      org.awaitility.Awaitility.await()
          .untilAsserted(
              () ->
                  assertThat(
                          cluster.kubectl("-n", workplace.namespace(), "get", "events").succeed())
                      .contains("RuntimeClassMissing", "sandboxtask/refused"));
    }
  }
}
