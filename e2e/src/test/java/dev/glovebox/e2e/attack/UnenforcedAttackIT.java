package dev.glovebox.e2e.attack;

import dev.glovebox.e2e.certify.Certificates;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** A cluster whose network enforces nothing. The control is the same task on one that does. */
@OnCluster(up = "--no-netpol")
@Tag("local-node")
class UnenforcedAttackIT {
  private static Ground ground;

  @BeforeAll
  static void open(Cluster cluster) {
    ground = Ground.open(cluster, "attack-free");
  }

  @AfterAll
  static void close() {
    ground.close();
  }

  @Attack(Row.A25)
  void nothingEnforces(Evidence evidence) {
    ground.tasks().script("first", "echo started", Ground.SMALL);
    Outcome.refused(evidence, ground.tasks(), "first", "NetworkNotEnforced");
    var certificate = new Certificates(ground.cluster()).get("node-1.gvisor").getStatus();
    evidence.control(
        "certification saw the canary answer under a policy that denies everything",
        certificate.message().contains(":8787/TCP"),
        certificate);
    // An administrator who certifies without having looked: the task's own proof still looks.
    new Certificates(ground.cluster()).forgeCertified("node-1.gvisor", "4.19.0-gvisor");
    ground
        .tasks()
        .script("forged", "echo started", Ground.SMALL + "timeouts: {provisionSeconds: 40}");
    Outcome.refused(evidence, ground.tasks(), "forged", "AttestationFailed");
    new Certificates(ground.cluster()).forget();
  }
}
