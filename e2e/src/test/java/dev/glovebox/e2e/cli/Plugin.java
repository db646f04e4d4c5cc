package dev.glovebox.e2e.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.glovebox.e2e.cluster.Checkout;
import dev.glovebox.e2e.cluster.Cluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * {@code kubectl glovebox …} on a cluster: the program that {@code cli/build} packed, found by
 * kubectl on the PATH. In the root of the checkout.
 */
final class Plugin {
  /** Where the packed program is. */
  static final Path BIN = Checkout.file(".build/cli/kubectl-glovebox/bin");

  /** Longer than a command's own limits, {@code verify}'s twice five minutes: it says more. */
  private static final Duration LIMIT = Duration.ofMinutes(12);

  private final Map<String, String> environment;

  private Plugin(Map<String, String> environment) {
    this.environment = environment;
  }

  /** With the cluster's administrator. */
  static Plugin of(Cluster cluster) {
    return new Plugin(
        Map.of(
            "KUBECONFIG",
            cluster.kubeconfig().toString(),
            "PATH",
            "%s:%s:%s".formatted(BIN, Checkout.file(".cluster/bin"), System.getenv().get("PATH"))));
  }

  /** The same with one more environment variable. */
  Plugin with(String name, String value) {
    var more = new HashMap<>(environment);
    more.put(name, value);
    return new Plugin(Map.copyOf(more));
  }

  /** What a command left behind. */
  record Result(int exitCode, String out, String err) {
    /** The standard output; any exit code but 0 fails the test. */
    String succeed() {
      if (exitCode != 0) {
        throw new AssertionError("ended with %d:\n%s\n%s".formatted(exitCode, out, err));
      }
      return out;
    }
  }

  /** Runs a command to its end, not on a terminal; any exit code is an answer. */
  Result run(String... arguments) {
    return command(line(arguments));
  }

  /** The same in a network namespace of its own, which reaches nothing at all. */
  Result withoutNetwork(String... arguments) {
    var line = new ArrayList<>(List.of("unshare", "--map-root-user", "--net"));
    line.addAll(line(arguments));
    return command(line);
  }

  /** Runs any program where kubectl and the plugin are on the PATH. */
  Result command(List<String> line) {
    try {
      Path out = Files.createTempFile("glovebox-out", ".txt");
      Path err = Files.createTempFile("glovebox-err", ".txt");
      try {
        Process process =
            builder(line).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        process.getOutputStream().close();
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new AssertionError(
              "%s ran longer than %s:\n%s\n%s"
                  .formatted(line, LIMIT, Files.readString(out), Files.readString(err)));
        }
        return new Result(
            process.exitValue(),
            new String(Files.readAllBytes(out), UTF_8),
            new String(Files.readAllBytes(err), UTF_8));
      } finally {
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + line, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while running " + line, e);
    }
  }

  /** Starts a command on a pseudo-terminal of 100 columns. The caller closes it. */
  Terminal inTerminal(String... arguments) {
    String quoted =
        line(arguments).stream()
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    return Terminal.start(
        builder(
            List.of(
                "script",
                "--quiet",
                "--flush",
                "--return",
                "--command",
                // A test run in the background ignores Ctrl-C, and would hand that on; a shell does
                // not.
                "stty cols 100 rows 40; exec env --default-signal=INT " + quoted,
                "/dev/null")));
  }

  private static List<String> line(String... arguments) {
    // By its own path: Java looks programs up on its own PATH, not on that of the child.
    Path own = Checkout.file(".cluster/bin/kubectl");
    var line =
        new ArrayList<>(List.of(Files.isExecutable(own) ? own.toString() : "kubectl", "glovebox"));
    line.addAll(List.of(arguments));
    return line;
  }

  private ProcessBuilder builder(List<String> line) {
    var builder = new ProcessBuilder(line).directory(Checkout.root().toFile());
    builder.environment().put("SHELL", "/bin/sh");
    builder.environment().put("TERM", "xterm");
    builder.environment().remove("NO_COLOR");
    builder.environment().putAll(environment);
    return builder;
  }
}
