package dev.glovebox.e2e.crash;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.operator.OperatorProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Operators behind a proxy. One leads, the others stand by. */
final class Replicas implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Cluster cluster;
  private final String server;
  private final Map<String, String> environment;
  private final Map<String, OperatorProcess> alive = new LinkedHashMap<>();
  private final List<OperatorProcess> started = new ArrayList<>();
  private int names;

  /**
   * None at first.
   *
   * @param server what they take for their API server
   */
  Replicas(Cluster cluster, String server) {
    this.cluster = cluster;
    this.server = server;
    this.environment = OperatorProcess.environment(cluster);
  }

  /** Starts as many as are missing; returns when one leads and all are ready. */
  void await(int count) {
    while (alive.size() < count) {
      start("operator-" + ++names);
    }
    try {
      Awaitility.await("one leads, all are ready")
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(100))
          .until(
              () ->
                  alive.values().stream().allMatch(o -> o.get("/readyz").status() == 200)
                      && alive.containsKey(leader()));
    } catch (ConditionTimeoutException e) {
      var said = new StringBuilder("leader: " + leader());
      alive.forEach(
          (name, o) -> said.append("\n%s: %s\n%s".formatted(name, o.get("/readyz"), o.output())));
      throw new AssertionError(said.toString(), e);
    }
  }

  /** What those that live said of their watches. */
  String ofWatches() {
    return alive.values().stream()
        .flatMap(operator -> operator.output().lines())
        .filter(line -> line.contains("WatchContinuity") || line.contains("\"Ready\""))
        .collect(Collectors.joining("\n"));
  }

  /** Whether one of those that live had no processor, or no watch, for so long that it says so. */
  boolean missedSome() {
    return ofWatches().contains("Running tasks were not watched for a while");
  }

  private void start(String identity) {
    environment.put("HOSTNAME", identity);
    OperatorProcess operator = OperatorProcess.onNode(cluster, server, environment);
    started.add(operator);
    alive.put(identity, operator);
  }

  /** Ends the one that leads, without a word, and starts it again under the same name. */
  void restartLeader() {
    String name = leader();
    takeLeader().kill();
    // As the kubelet does with a container.
    start(name);
  }

  /** Ends the one that leads, without a word, and starts another to stand by. */
  void killLeader() {
    takeLeader().kill();
    start("operator-" + ++names);
  }

  /** Sends STOP to the one that leads; it is not one of these any more. */
  OperatorProcess stopLeader() {
    OperatorProcess leader = takeLeader();
    leader.pause();
    return leader;
  }

  private OperatorProcess takeLeader() {
    String name = leader();
    OperatorProcess leader = alive.remove(name);
    if (leader == null) {
      throw new AssertionError("%s leads, and of ours run %s".formatted(name, alive.keySet()));
    }
    return leader;
  }

  private String leader() {
    var lease =
        cluster
            .client()
            .leases()
            .inNamespace("glovebox-system")
            .withName("glovebox-operator")
            .get();
    return lease == null || lease.getSpec().getHolderIdentity() == null
        ? ""
        : lease.getSpec().getHolderIdentity();
  }

  @Override
  public void close() {
    started.forEach(OperatorProcess::close);
  }
}
