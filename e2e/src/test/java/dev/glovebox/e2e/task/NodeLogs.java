package dev.glovebox.e2e.task;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** How much the node holds of its pods' logs, looked at twice a second. */
final class NodeLogs implements AutoCloseable {
  private static final String DIRECTORY = "/var/log/pods";

  private static final long PAUSE_MILLISECONDS = 500;

  private final Cluster cluster;
  private final AtomicLong most = new AtomicLong();
  private final Thread watcher;
  private volatile boolean closed;

  private NodeLogs(Cluster cluster) {
    this.cluster = cluster;
    this.watcher = Thread.ofPlatform().name("node-logs").start(this::look);
  }

  /** Until it is closed; off the local cluster it sees nothing. */
  static NodeLogs watch(Cluster cluster) {
    return new NodeLogs(cluster);
  }

  private void look() {
    while (!closed && cluster.node().isPresent()) {
      most.accumulateAndGet(kibibytes(), Math::max);
      try {
        Thread.sleep(PAUSE_MILLISECONDS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private long kibibytes() {
    // A file that is rotated meanwhile makes du complain; what it has counted counts.
    String said = cluster.localNode().inNode("du", "-sk", DIRECTORY).run().output();
    return said.lines()
        .filter(line -> line.endsWith("\t" + DIRECTORY))
        .mapToLong(line -> Long.parseLong(line.substring(0, line.indexOf('\t'))))
        .findFirst()
        .orElse(0);
  }

  /** The most that it held, in KiB. */
  long most() {
    return most.get();
  }

  /** The directory of a task's pod; empty when it is gone. */
  Optional<String> of(SandboxTask task) {
    List<String> all = cluster.localNode().inNode("ls", DIRECTORY).succeed().lines().toList();
    return all.stream().filter(name -> name.endsWith(task.getStatus().podUID())).findFirst();
  }

  @Override
  public void close() {
    closed = true;
    try {
      watcher.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String toString() {
    return "at most %d KiB of logs on the node".formatted(most());
  }
}
