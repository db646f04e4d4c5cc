package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.AuditLog;
import dev.glovebox.e2e.cluster.AuditLog.Request;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often the operator writes to the API server for one task: counted by the server, not by the
 * operator.
 */
@OnCluster
@Tag("local-node")
class WritesIT {
  private static final String OPERATOR = "system:serviceaccount:glovebox-system:glovebox-operator";

  @Test
  void aTaskCostsAtMostEightWritesUntilItHasEndedAndFourToDestroy(Cluster cluster)
      throws InterruptedException {
    // A task that waits for its node's first certificate says so in its status: one more write.
    try (Workplace before = Workplace.open(cluster, "warm")) {
      before.script("certifies", "true", "");
      before.finished("certifies");
    }
    try (Workplace workplace = Workplace.open(cluster, "writes")) {
      workplace.script("counted", "sleep 1", "");
      SandboxTask task = workplace.finished("counted");
      assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Succeeded);
      Thread.sleep(2_000); // a write that came late is counted too
      Instant ended = Instant.now();
      workplace.delete("counted");
      Thread.sleep(1_000);

      List<Request> all =
          new AuditLog(cluster.localNode().auditLog())
              .writesBy(OPERATOR).stream()
                  .filter(request -> request.namespace().equals(workplace.namespace()))
                  .filter(request -> !request.resource().equals("events"))
                  .toList();
      List<Request> untilEnded = all.stream().filter(r -> r.when().isBefore(ended)).toList();
      List<Request> toDestroy = all.stream().filter(r -> !r.when().isBefore(ended)).toList();

      // Both bounds from below as well: a count of nothing would prove nothing.
      assertThat(untilEnded).as("%s", untilEnded).hasSizeBetween(6, 8);
      assertThat(toDestroy).as("%s", toDestroy).hasSizeBetween(3, 4);
    }
  }
}
