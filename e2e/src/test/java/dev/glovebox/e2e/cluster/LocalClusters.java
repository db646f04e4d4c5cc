package dev.glovebox.e2e.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The clusters that {@code cluster/up} makes, under names of their own beside the quickstart's. */
final class LocalClusters implements ClusterProvider {
  private static final String FULL = "e2e";
  private static final String API_SERVER = "e2e-api";

  private final List<String> up = new ArrayList<>();
  private final Map<String, Cluster> full = new HashMap<>();
  private Cluster apiServer;

  @Override
  public Cluster full() {
    return full("");
  }

  @Override
  public synchronized Cluster full(String arguments) {
    return full.computeIfAbsent(
        arguments,
        wanted -> {
          // The look-alike is one more handler; it changes nothing for those that do not name it.
          List<String> switches = new ArrayList<>(List.of("--lookalike"));
          switches.addAll(wanted.isEmpty() ? List.of() : List.of(wanted.split(" ")));
          return up(nameFor(wanted), switches.toArray(String[]::new));
        });
  }

  /** "--nodes 2 --node-2 no-netpol" is e2e-nodes-2-node-2-no-netpol. */
  private static String nameFor(String arguments) {
    return FULL + (arguments.isEmpty() ? "" : "-" + arguments).replaceAll("[^a-z0-9]+", "-");
  }

  @Override
  public synchronized Cluster apiServer() {
    if (apiServer == null) {
      apiServer = up(API_SERVER, "--api-only");
    }
    return apiServer;
  }

  private Cluster up(String name, String... switches) {
    List<String> line =
        new ArrayList<>(List.of(Checkout.file("cluster/up").toString(), "--name", name));
    line.addAll(List.of(switches));
    up.add(name);
    // The first time builds Kubernetes: ten minutes on two cores.
    Command.of(line.toArray(String[]::new)).within(Duration.ofMinutes(30)).succeed();
    return Cluster.open(
        name,
        Checkout.file(".cluster/" + name + "/kubeconfig"),
        Optional.of(new LocalNode(name, "node-1")));
  }

  @Override
  public synchronized void release(String arguments) {
    Cluster cluster = full.remove(arguments);
    if (cluster != null && !Boolean.getBoolean("glovebox.cluster.keep")) {
      down(cluster.name());
      up.remove(cluster.name());
    }
  }

  @Override
  public synchronized void close() {
    if (Boolean.getBoolean("glovebox.cluster.keep")) {
      return;
    }
    up.forEach(LocalClusters::down);
  }

  private static void down(String name) {
    Command.of(Checkout.file("cluster/down").toString(), "--name", name).succeed();
  }
}
