package dev.glovebox.e2e.operator;

import dev.glovebox.e2e.cluster.Cluster;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.RollableScalableResource;
import java.time.Duration;
import org.awaitility.Awaitility;

/**
 * The time without an operator on the cluster: its Deployment is scaled to nothing, and on closing
 * back to what it was. Meanwhile an {@link OperatorProcess} may work in its place; close that
 * first.
 */
public final class OperatorAbsence implements AutoCloseable {
  private static final String NAMESPACE = "glovebox-system";
  private static final String NAME = "glovebox-operator";
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Cluster cluster;
  private final int replicas;

  private OperatorAbsence(Cluster cluster, int replicas) {
    this.cluster = cluster;
    this.replicas = replicas;
  }

  /** Returns when there is none left. */
  public static OperatorAbsence begin(Cluster cluster) {
    var absence = new OperatorAbsence(cluster, deployment(cluster).get().getSpec().getReplicas());
    deployment(cluster).scale(0);
    Awaitility.await("no operator")
        .atMost(PATIENCE)
        .until(
            () ->
                cluster.client().pods().inNamespace(NAMESPACE).list().getItems().stream()
                    .noneMatch(pod -> pod.getMetadata().getName().startsWith(NAME)));
    return absence;
  }

  /** Returns when the operator of the cluster works again. */
  @Override
  public void close() {
    var lease = cluster.client().leases().inNamespace(NAMESPACE).withName(NAME);
    // Who was killed has not given it back, and it would be waited for.
    lease.delete();
    deployment(cluster).scale(replicas);
    Awaitility.await("an operator that is ready and leads")
        .atMost(PATIENCE)
        .until(
            () -> {
              var held = lease.get();
              return deployment(cluster).isReady()
                  && held != null
                  && held.getSpec().getHolderIdentity() != null
                  && held.getSpec().getHolderIdentity().startsWith(NAME + "-");
            });
  }

  private static RollableScalableResource<Deployment> deployment(Cluster cluster) {
    return cluster.client().apps().deployments().inNamespace(NAMESPACE).withName(NAME);
  }
}
