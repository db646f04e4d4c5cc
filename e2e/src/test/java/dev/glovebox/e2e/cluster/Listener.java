package dev.glovebox.e2e.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * An HTTP server at an address of the "world" namespace, so that "blocked" can be told from "not
 * there".
 *
 * @param process the server
 */
public record Listener(Process process) implements AutoCloseable {

  /** Starts one and waits until it answers from the world itself. */
  public static Listener at(LocalNode node, String address, int port) {
    List<String> line =
        node.inWorld("busybox", "httpd", "-f", "-p", address + ":" + port, "-h", "/proc/self")
            .line();
    try {
      Process process =
          new ProcessBuilder(line)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      Awaitility.await()
          .until(
              () ->
                  node.inWorld(
                              "busybox",
                              "nc",
                              "-w",
                              "1",
                              address,
                              Integer.toString(port),
                              "-e",
                              "true")
                          .run()
                          .exitCode()
                      == 0);
      return new Listener(process);
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
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
