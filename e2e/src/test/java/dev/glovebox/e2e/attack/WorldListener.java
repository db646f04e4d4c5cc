package dev.glovebox.e2e.attack;

import dev.glovebox.e2e.cluster.LocalNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * The world behind the local node, answering at every address that it owns, and writing down who
 * came.
 *
 * @param process the server
 * @param log one line a connection or datagram: protocol, source, target
 */
record WorldListener(Process process, Path log) implements AutoCloseable {
  /** Metadata services of AWS, ECS, Azure, Alibaba; see cluster/README.md. */
  static final List<String> METADATA =
      List.of("169.254.169.254", "169.254.170.2", "168.63.129.16", "100.100.100.200");

  /** A private address, and one of the internet's. */
  static final List<String> ELSEWHERE = List.of("192.168.77.7", "203.0.113.10");

  static WorldListener start(LocalNode node) {
    try {
      Path log = Files.createTempFile("glovebox-world", ".log");
      List<String> line = new ArrayList<>();
      line.add("python3");
      line.add(Scripts.path("world.py").toString());
      line.addAll(METADATA);
      line.addAll(ELSEWHERE);
      Process process =
          new ProcessBuilder(node.inWorld(line.toArray(String[]::new)).line())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      var listener = new WorldListener(process, log);
      Awaitility.await("the world answers").until(() -> listener.lines().contains("ready"));
      return listener;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Who came so far. */
  List<String> lines() {
    try {
      return Files.readAllLines(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    try {
      process.waitFor(5, TimeUnit.SECONDS);
      Files.delete(log);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
