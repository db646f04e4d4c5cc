package dev.glovebox.e2e.cluster;

import java.nio.file.Path;

/** Gives the tests a cluster. One that cannot is a failure, never a skip. */
public interface ClusterProvider extends AutoCloseable {
  /** A cluster with a node that runs pods under gVisor, with enforced NetworkPolicy. */
  Cluster full();

  /**
   * The same, started with further arguments of {@code cluster/up}. Fails where the provider does
   * not use that.
   */
  default Cluster full(String arguments) {
    if (arguments.isEmpty()) {
      return full();
    }
    throw new AssertionError(
        "needs a cluster of 'cluster/up %s', so property glovebox.cluster must be local"
            .formatted(arguments));
  }

  /** No class needs the cluster of these arguments now. */
  default void release(String arguments) {}

  /** A cluster whose API server is all that is needed. May be the same as {@link #full()}. */
  Cluster apiServer();

  /** Brings down what was brought up. */
  @Override
  void close();

  /** The provider that the property {@code glovebox.cluster} names; default {@code local}. */
  static ClusterProvider chosen() {
    String name = System.getProperty("glovebox.cluster", "local");
    return switch (name) {
      case "local" -> new LocalClusters();
      case "existing" -> new ExistingCluster(currentKubeconfig());
      case "k3s" -> new K3sCluster();
      default ->
          throw new IllegalArgumentException(
              "property glovebox.cluster is '%s'; it must be local, existing or k3s"
                  .formatted(name));
    };
  }

  private static Path currentKubeconfig() {
    String named = System.getenv("KUBECONFIG");
    return named == null || named.isEmpty()
        ? Path.of(System.getProperty("user.home"), ".kube", "config")
        : Path.of(named);
  }
}
