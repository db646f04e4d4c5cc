package dev.glovebox.e2e.operator;

import dev.glovebox.e2e.cluster.Cluster;
import java.time.Duration;
import org.awaitility.Awaitility;

/**
 * The time without an operator on the cluster: its Deployment is scaled to nothing, and on closing
 * back to what it was. Meanwhile an {@link OperatorProcess} may work in its place; close that
 * first.
 */
public final class OperatorAbsence implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final OperatorDeployment deployment;
  private final int replicas;

  private OperatorAbsence(OperatorDeployment deployment) {
    this.deployment = deployment;
    this.replicas = deployment.replicas();
  }

  /** Returns when there is none left. */
  public static OperatorAbsence begin(Cluster cluster) {
    var absence = new OperatorAbsence(new OperatorDeployment(cluster));
    try {
      absence.deployment.scale(0);
    } catch (RuntimeException e) {
      // Other classes need the operator of this cluster.
      absence.close();
      throw e;
    }
    return absence;
  }

  /** Returns when the operator of the cluster works again. */
  @Override
  public void close() {
    var lease =
        deployment
            .cluster()
            .client()
            .leases()
            .inNamespace(OperatorDeployment.NAMESPACE)
            .withName(OperatorDeployment.NAME);
    // Who was killed has not given it back, and it would be waited for.
    lease.delete();
    deployment.scale(replicas);
    Awaitility.await("one of them leads")
        .atMost(PATIENCE)
        .until(
            () -> {
              var held = lease.get();
              return held != null
                  && held.getSpec().getHolderIdentity() != null
                  && held.getSpec().getHolderIdentity().startsWith(OperatorDeployment.NAME + "-");
            });
  }
}
