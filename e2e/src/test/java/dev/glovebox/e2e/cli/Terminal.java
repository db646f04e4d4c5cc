package dev.glovebox.e2e.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** A program on a pseudo-terminal (util-linux's script), and somebody who types. */
final class Terminal implements AutoCloseable {
  /** What Ctrl-C sends; the terminal makes a SIGINT of it. */
  static final String CTRL_C = "\u0003";

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Process process;
  private final Path output;

  private Terminal(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  static Terminal start(ProcessBuilder builder) {
    try {
      Path output = Files.createTempFile("glovebox-terminal", ".txt");
      return new Terminal(
          builder.redirectErrorStream(true).redirectOutput(output.toFile()).start(), output);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + builder.command(), e);
    }
  }

  /** All that came so far, as a terminal receives it: line ends are CR LF, colours are in it. */
  String shown() {
    try {
      return new String(Files.readAllBytes(output), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until what came so far satisfies something; the program may have ended by then. */
  String await(String what, Predicate<String> condition) {
    try {
      Awaitility.await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(50))
          .until(
              () -> {
                boolean running = process.isAlive();
                boolean holds = condition.test(shown());
                if (!running && !holds) {
                  throw new AssertionError(
                      "ended with %d and not %s:\n%s"
                          .formatted(process.exitValue(), what, shown()));
                }
                return holds;
              });
      return shown();
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          "not within %s: %s; shown:\n%s".formatted(PATIENCE, what, shown()), e);
    }
  }

  /** Types something. */
  void type(String keys) {
    try {
      process.getOutputStream().write(keys.getBytes(UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException("nobody reads; shown:\n" + shown(), e);
    }
  }

  /** Waits for the program's end and returns its exit code. */
  int ended() {
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("still running after %s:\n%s".formatted(PATIENCE, shown()));
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    process.destroy(); // script ends what runs on its terminal with a hangup
    try {
      Files.deleteIfExists(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
