package dev.glovebox.e2e.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.testcontainers.k3s.K3sContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * K3s in a container, for people with Docker. Property {@code glovebox.k3s.image} chooses the
 * image.
 */
final class K3sCluster implements ClusterProvider {
  private final K3sContainer container =
      new K3sContainer(
          DockerImageName.parse(
              System.getProperty("glovebox.k3s.image", "rancher/k3s:v1.34.1-k3s1")));
  private Cluster cluster;

  @Override
  public synchronized Cluster full() {
    if (cluster == null) {
      container.start();
      try {
        Path kubeconfig = Files.createTempFile("glovebox-k3s", ".kubeconfig");
        Files.writeString(kubeconfig, container.getKubeConfigYaml());
        cluster = Cluster.open("k3s", kubeconfig, Optional.empty());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      ExistingCluster.requireMinimumVersion(cluster);
    }
    return cluster;
  }

  @Override
  public Cluster apiServer() {
    return full();
  }

  @Override
  public void close() {
    container.stop();
  }
}
