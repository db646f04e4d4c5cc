package dev.glovebox.e2e.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a test can do on the local cluster and nowhere else: look behind the API.
 *
 * @param name name of the cluster, as {@code cluster/up --name} takes it
 */
public record LocalNode(String name) {
  /** Everything that the cluster writes. */
  public Path state() {
    return Checkout.file(".cluster/" + name);
  }

  /** The API server's audit log: one JSON object a line. */
  public Path auditLog() {
    return state().resolve("log/audit.log");
  }

  /** Runs a program in the node's network, mount and process namespaces. */
  public Command inNode(String... line) {
    return in("node", line);
  }

  /** Runs a program in the namespace that owns the metadata addresses and stands for the world. */
  public Command inWorld(String... line) {
    return in("world", line);
  }

  private Command in(String place, String... line) {
    List<String> all =
        new ArrayList<>(
            List.of(Checkout.file("cluster/exec").toString(), "--name", name, "--in", place, "--"));
    all.addAll(List.of(line));
    return Command.of(all.toArray(String[]::new));
  }
}
