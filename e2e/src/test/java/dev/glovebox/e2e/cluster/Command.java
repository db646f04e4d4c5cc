package dev.glovebox.e2e.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program that a test runs as a user would: its output is kept, and it never runs for ever. */
public record Command(List<String> line, Map<String, String> environment, Duration limit) {

  /**
   * What a program left behind.
   *
   * @param output standard output and standard error, in the order they came
   */
  public record Result(int exitCode, String output) {}

  /** A program with the test's own environment and two minutes. */
  public static Command of(String... line) {
    return new Command(List.of(line), Map.of(), Duration.ofMinutes(2));
  }

  /** The same program with one more environment variable. */
  public Command with(String name, String value) {
    var more = new java.util.HashMap<>(environment);
    more.put(name, value);
    return new Command(line, Map.copyOf(more), limit);
  }

  /** The same program with another time limit. */
  public Command within(Duration other) {
    return new Command(line, environment, other);
  }

  /**
   * Runs it; any exit code is an answer. Fails when it cannot be started or runs longer than its
   * limit.
   */
  public Result run() {
    try {
      Path output = Files.createTempFile("glovebox-command", ".log");
      try {
        var builder = new ProcessBuilder(line).directory(Checkout.root().toFile());
        builder.environment().putAll(environment);
        // A file and no pipe: what a program leaves in the background must not hold the test.
        Process process = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
        process.getOutputStream().close();
        if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
          process.destroyForcibly();
          throw new AssertionError(
              "%s ran longer than %s:\n%s".formatted(line, limit, Files.readString(output)));
        }
        return new Result(process.exitValue(), new String(Files.readAllBytes(output), UTF_8));
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + line, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while running " + line, e);
    }
  }

  /** Runs it and returns its output; any exit code but 0 fails the test with that output. */
  public String succeed() {
    Result result = run();
    if (result.exitCode() != 0) {
      throw new AssertionError(
          "%s ended with %d:\n%s".formatted(line, result.exitCode(), result.output()));
    }
    return result.output();
  }
}
