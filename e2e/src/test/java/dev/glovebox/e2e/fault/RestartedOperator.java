package dev.glovebox.e2e.fault;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.operator.OperatorProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * An operator on the node that is started again when it ends, as the kubelet does: an operator that
 * cannot be sure any more, of its Lease for example, ends by itself.
 */
final class RestartedOperator implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final Cluster cluster;
  private final String server;
  private final Map<String, String> environment;
  private final List<String> ends = new CopyOnWriteArrayList<>();
  private final Thread watching;
  private volatile OperatorProcess process;
  private volatile boolean closed;

  private RestartedOperator(Cluster cluster, String server, Map<String, String> environment) {
    this.cluster = cluster;
    this.server = server;
    this.environment = environment;
    process = OperatorProcess.onNode(cluster, server, environment);
    watching = Thread.ofVirtual().name("kubelet").start(this::restart);
  }

  /** Starts it; returns at once. */
  static RestartedOperator start(Cluster cluster, String server) {
    return new RestartedOperator(cluster, server, OperatorProcess.environment(cluster));
  }

  /** Waits until it is ready, through as many restarts as that takes. */
  void ready() {
    try {
      Awaitility.await("the operator is ready")
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(200))
          .until(this::isReady);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          "not ready within %s; ended: %s; the last one: %s"
              .formatted(PATIENCE, ends, process.output()),
          e);
    }
  }

  private boolean isReady() {
    OperatorProcess now = process;
    return now.isAlive() && now.answers("/readyz") == 200;
  }

  /** The last lines of each that ended by itself. */
  List<String> ends() {
    return List.copyOf(ends);
  }

  /** All that the one that runs now has printed. */
  String output() {
    return process.output();
  }

  private void restart() {
    try {
      while (!closed) {
        int code = process.awaitEnd();
        if (closed) {
          return;
        }
        List<String> lines = process.output().lines().toList();
        ends.add(
            "exit %d: %s"
                .formatted(
                    code,
                    String.join("\n", lines.subList(Math.max(0, lines.size() - 5), lines.size()))));
        Thread.sleep(500);
        OperatorProcess ended = process;
        process = OperatorProcess.onNode(cluster, server, environment);
        ended.close();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed = true;
    watching.interrupt();
    try {
      watching.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.close();
  }
}
