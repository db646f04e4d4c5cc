package dev.glovebox.e2e.cluster;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A cluster that answers.
 *
 * @param name for messages
 * @param kubeconfig what kubectl and helm are given
 * @param client administrator of the cluster
 * @param node what only the local cluster can do; empty elsewhere
 */
public record Cluster(
    String name, Path kubeconfig, KubernetesClient client, Optional<LocalNode> node) {

  /** Opens a cluster by its kubeconfig. */
  public static Cluster open(String name, Path kubeconfig, Optional<LocalNode> node) {
    try {
      Config config = Config.fromKubeconfig(Files.readString(kubeconfig));
      return new Cluster(
          name, kubeconfig, new KubernetesClientBuilder().withConfig(config).build(), node);
    } catch (IOException e) {
      throw new UncheckedIOException("no kubeconfig of cluster " + name, e);
    }
  }

  /** kubectl on this cluster. */
  public Command kubectl(String... arguments) {
    return tool("kubectl", arguments);
  }

  /** helm on this cluster. */
  public Command helm(String... arguments) {
    return tool("helm", arguments);
  }

  /** Address of the API server's Service, port 443. */
  public String apiServerAddress() {
    return client
        .services()
        .inNamespace("default")
        .withName("kubernetes")
        .get()
        .getSpec()
        .getClusterIP();
  }

  /** Makes the objects of YAML; documents are separated by {@code ---}. */
  public void create(String yaml) {
    client
        .load(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)))
        .items()
        .forEach(item -> client.resource(item).create());
  }

  /** The local node; fails where there is none. */
  public LocalNode localNode() {
    return node.orElseThrow(
        () -> new AssertionError("needs the local cluster; " + name + " is not one"));
  }

  private Command tool(String tool, String... arguments) {
    Path own = Checkout.file(".cluster/bin/" + tool);
    List<String> line = new ArrayList<>();
    line.add(Files.isExecutable(own) ? own.toString() : tool);
    line.addAll(List.of(arguments));
    return Command.of(line.toArray(String[]::new)).with("KUBECONFIG", kubeconfig.toString());
  }
}
