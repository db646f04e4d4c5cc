package dev.glovebox.e2e.operator;

import dev.glovebox.e2e.cluster.Checkout;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Command;
import io.fabric8.kubernetes.api.model.EnvVar;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * The operator as a process of this machine, with the class path of its image and the rights of its
 * service account. Output goes to a file. Whole tasks need {@link #onNode}, an {@link
 * OperatorAbsence} and the {@link #environment(Cluster)} of the Deployment.
 */
public final class OperatorProcess implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String NAMESPACE = "glovebox-system";
  private static final String NAME = "glovebox-operator";

  private final Process process;
  private final Path output;
  private final String http;

  private OperatorProcess(Process process, Path output, String http) {
    this.process = process;
    this.output = output;
    this.http = http;
  }

  /** What it needs to start where nothing of Glovebox is installed. */
  static Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>();
    environment.put("GLOVEBOX_NAMESPACE", "glovebox-system");
    environment.put("HOSTNAME", "operator-under-test");
    environment.put(
        "GLOVEBOX_PROBE_IMAGE", "glovebox.local/probe@sha256:" + "0123456789abcdef".repeat(4));
    environment.put("GLOVEBOX_ADMISSION_POLICIES", "glovebox-objects,glovebox-policies");
    return environment;
  }

  /** The environment that the chart gives to the one on the cluster, with a name of its own. */
  public static Map<String, String> environment(Cluster cluster) {
    Map<String, String> environment = new HashMap<>();
    cluster
        .client()
        .apps()
        .deployments()
        .inNamespace(NAMESPACE)
        .withName(NAME)
        .get()
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .getFirst()
        .getEnv()
        .forEach(variable -> environment.put(variable.getName(), value(variable)));
    environment.put("HOSTNAME", "operator-under-test");
    environment.remove("GLOVEBOX_HTTP_PORT");
    return environment;
  }

  /** The namespace comes from a field of the pod; an empty value comes as none. */
  private static String value(EnvVar variable) {
    return variable.getValueFrom() != null
        ? NAMESPACE
        : Objects.requireNonNullElse(variable.getValue(), "");
  }

  /** Starts it on this machine, which reaches the API server only: no canary answers it. */
  static OperatorProcess start(Cluster cluster, Map<String, String> environment) {
    String server = cluster.client().getConfiguration().getMasterUrl();
    return start(cluster, server, environment, List.of(), "127.0.0.1");
  }

  /**
   * Starts it in the network of the local cluster's first node, where it reaches pods as the one on
   * the cluster does.
   *
   * @param server what it takes for its API server: that, or an {@link
   *     dev.glovebox.e2e.fault.ApiServerProxy}
   */
  public static OperatorProcess onNode(
      Cluster cluster, String server, Map<String, String> environment) {
    // The node has the API server's address.
    String node = URI.create(cluster.client().getConfiguration().getMasterUrl()).getHost();
    return start(cluster, server, environment, cluster.localNode().inNetwork().line(), node);
  }

  private static OperatorProcess start(
      Cluster cluster,
      String server,
      Map<String, String> environment,
      List<String> before,
      String address) {
    try {
      Path directory = Files.createTempDirectory("glovebox-operator");
      Path kubeconfig = directory.resolve("kubeconfig");
      Files.writeString(kubeconfig, kubeconfig(cluster, server));
      Path output = directory.resolve("output");
      int port = freePort();
      List<String> line = new ArrayList<>(before);
      line.addAll(
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "java").toString(),
              "-XX:+UseSerialGC",
              "-XX:TieredStopAtLevel=1",
              "-Xmx256m",
              "-cp",
              Checkout.file("operator/target/image") + "/*:" + libraries() + "/*",
              "dev.glovebox.operator.Main"));
      var builder = new ProcessBuilder(line);
      builder.environment().putAll(environment);
      builder.environment().put("KUBECONFIG", kubeconfig.toString());
      builder.environment().putIfAbsent("GLOVEBOX_HTTP_PORT", String.valueOf(port));
      builder.redirectErrorStream(true).redirectOutput(output.toFile());
      return new OperatorProcess(builder.start(), output, "http://" + address + ":" + port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An answer of its HTTP server; status 0 = it does not answer. */
  public record Answer(int status, String body) {}

  /** Asks its HTTP server; fails when the process has ended. */
  public Answer get(String path) {
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create(http + path)).timeout(Duration.ofSeconds(5)).build();
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

  /** Status of an answer of its HTTP server; 0 = it does not answer, or has ended. */
  public int answers(String path) {
    try (var client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create(http + path))
                  .timeout(Duration.ofSeconds(5))
                  .build(),
              HttpResponse.BodyHandlers.discarding())
          .statusCode();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits until it is ready and leads. */
  public void awaitLeading() {
    Awaitility.await("the operator is ready and leads")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(100))
        .until(
            () ->
                get("/readyz").status() == 200
                    && get("/metrics").body().contains("glovebox_leader 1.0"));
  }

  /** Sends TERM. */
  public void terminate() {
    process.destroy();
  }

  /** Sends STOP: it does nothing until {@link #resume}, and connections stay open. */
  public void pause() {
    Command.of("kill", "-STOP", String.valueOf(process.pid())).succeed();
  }

  /** Sends CONT. */
  public void resume() {
    Command.of("kill", "-CONT", String.valueOf(process.pid())).succeed();
  }

  /** Sends KILL and waits for its end; {@link #close} is still to be called. */
  public void kill() {
    process.destroyForcibly();
    exitCode();
  }

  /** Whether it has not ended. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Waits for its end, however long that takes. */
  public int awaitEnd() throws InterruptedException {
    return process.waitFor();
  }

  /** Waits for its end, which must come soon. */
  public int exitCode() {
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

  /** All that it has printed. */
  public String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends it by KILL if it has not ended, and removes its output. */
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
  private static String kubeconfig(Cluster cluster, String server) {
    String token =
        cluster.kubectl("create", "token", NAME, "--namespace", NAMESPACE).succeed().strip();
    var config = cluster.client().getConfiguration();
    return """
    apiVersion: v1
    kind: Config
    clusters: [{name: c, cluster: {server: "%s", certificate-authority-data: "%s"}}]
    users: [{name: u, user: {token: "%s"}}]
    contexts: [{name: x, context: {cluster: c, user: u}}]
    current-context: x
    """
        .formatted(server, config.getCaCertData(), token);
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
