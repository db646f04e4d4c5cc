package dev.glovebox.e2e.attack;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What a sandbox reaches: the whole list of targets, from a task that runs, beside a control. */
@OnCluster
class NetworkAttackIT {
  private static NetworkCells cells;

  @BeforeAll
  static void open(Cluster cluster) {
    cells = NetworkCells.open(cluster, "attack-net");
  }

  @AfterAll
  static void close() {
    if (cells != null) {
      cells.close();
    }
  }

  @Attack(Row.A16)
  void metadataServices(Evidence evidence) {
    NetworkAttacks.metadata(cells, evidence);
  }

  @Attack(Row.A17)
  void privateRangesPodsAndSandboxes(Evidence evidence) {
    NetworkAttacks.neighbours(cells, evidence);
  }

  @Attack(Row.A18)
  void theOwnNode(Evidence evidence) {
    NetworkAttacks.ownNode(cells, evidence);
  }

  @Attack(Row.A19)
  void anyHostByAnyProtocol(Evidence evidence) {
    NetworkAttacks.anyHost(cells, evidence);
  }

  @Attack(Row.A22)
  void resolvers(Evidence evidence) {
    NetworkAttacks.resolvers(cells, evidence);
  }

  @Attack(Row.A23)
  void ipv6(Evidence evidence) {
    NetworkAttacks.ipv6(cells, evidence);
  }
}
