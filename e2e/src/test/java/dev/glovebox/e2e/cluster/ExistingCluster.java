package dev.glovebox.e2e.cluster;

import java.nio.file.Path;
import java.util.Optional;

/** The cluster of the current kubeconfig. It is left as it is. */
record ExistingCluster(Path kubeconfig) implements ClusterProvider {
  @Override
  public Cluster full() {
    Cluster cluster = Cluster.open("existing", kubeconfig, Optional.empty());
    requireMinimumVersion(cluster);
    return cluster;
  }

  @Override
  public Cluster apiServer() {
    return full();
  }

  @Override
  public void close() {
    // It was there before the tests.
  }

  /** Ordered namespace deletion is on by default from 1.34 (KEP-5080). */
  static void requireMinimumVersion(Cluster cluster) {
    var version = cluster.client().getKubernetesVersion();
    int minor = Integer.parseInt(version.getMinor().replaceAll("\\D.*", ""));
    if (minor < 34 && version.getMajor().equals("1")) {
      throw new AssertionError(
          "Kubernetes is %s.%s; Glovebox needs at least 1.34"
              .formatted(version.getMajor(), version.getMinor()));
    }
  }
}
