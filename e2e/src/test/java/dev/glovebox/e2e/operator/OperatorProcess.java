package dev.glovebox.e2e.operator;

import dev.glovebox.e2e.cluster.Checkout;
import dev.glovebox.e2e.cluster.Cluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The operator as a process of this machine, with the class path of its image and the rights of its
 * service account. Output goes to a file.
 */
final class OperatorProcess implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Process process;
  private final Path output;
  private final int port;

  private OperatorProcess(Process process, Path output, int port) {
    this.process = process;
    this.output = output;
    this.port = port;
  }

  /** The environment that the chart gives it. */
  static Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("GLOVEBOX_NAMESPACE", "glovebox-system");
    environment.put("HOSTNAME", "operator-under-test");
    environment.put(
        "GLOVEBOX_PROBE_IMAGE", "glovebox.local/probe@sha256:" + "0123456789abcdef".repeat(4));
    environment.put("GLOVEBOX_ADMISSION_POLICIES", "glovebox-objects,glovebox-policies");
    return environment;
  }

  /** Starts it. */
  static OperatorProcess start(Cluster cluster, Map<String, String> environment) {
    try {
      Path directory = Files.createTempDirectory("glovebox-operator");
      Path kubeconfig = directory.resolve("kubeconfig");
      Files.writeString(kubeconfig, kubeconfig(cluster));
      Path output = directory.resolve("output");
      int port = freePort();
      var builder =
          new ProcessBuilder(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:+UseSerialGC",
              "-XX:TieredStopAtLevel=1",
              "-cp",
              Checkout.file("operator/target/image") + "/*:" + libraries() + "/*",
              "dev.glovebox.operator.Main");
      builder.environment().putAll(environment);
      builder.environment().put("KUBECONFIG", kubeconfig.toString());
      builder.environment().putIfAbsent("GLOVEBOX_HTTP_PORT", String.valueOf(port));
      builder.redirectErrorStream(true).redirectOutput(output.toFile());
      return new OperatorProcess(builder.start(), output, port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An answer of its HTTP server; status 0 = it does not answer. */
  record Answer(int status, String body) {}

  Answer get(String path) {
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
              .timeout(Duration.ofSeconds(5))
              .build();
      var response = client.send(request, HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body());
    } catch (IOException e) {
      if (!process.isAlive()) {
        throw new AssertionError("the operator has ended:\n" + output(), e);
      }
      return new Answer(0, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Sends TERM. */
  void terminate() {
    process.destroy();
  }

  /** Waits for its end. */
  int exitCode() {
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("the operator still runs after " + PATIENCE + ":\n" + output());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    exitCode();
    try {
      Files.delete(output);
      Files.delete(output.resolveSibling("kubeconfig"));
      Files.delete(output.getParent());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path libraries() {
    Path libraries = Checkout.file("operator/target/image/lib");
    if (!Files.isDirectory(libraries)) {
      throw new AssertionError(libraries + " is missing: build the operator first (mvn package)");
    }
    return libraries;
  }

  /** The administrator's kubeconfig with the service account's token in place of his own. */
  private static String kubeconfig(Cluster cluster) {
    String token =
        cluster
            .kubectl("create", "token", "glovebox-operator", "--namespace", "glovebox-system")
            .succeed()
            .strip();
    var config = cluster.client().getConfiguration();
    return """
    apiVersion: v1
    kind: Config
    clusters: [{name: c, cluster: {server: "%s", certificate-authority-data: "%s"}}]
    users: [{name: u, user: {token: "%s"}}]
    contexts: [{name: x, context: {cluster: c, user: u}}]
    current-context: x
    """
        .formatted(config.getMasterUrl(), config.getCaCertData(), token);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
