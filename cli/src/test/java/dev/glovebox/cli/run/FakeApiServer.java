package dev.glovebox.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.OAuthTokenProvider;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * An API server with tasks, on loopback. A watch of it begins and then never says a word, as one
 * whose connection has died unnoticed; and it can fall silent altogether.
 */
final class FakeApiServer implements AutoCloseable {
  private static final int HASTY_MILLISECONDS = 1000;
  private static final int PATIENT_MILLISECONDS = 30_000;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile List<SandboxTask> tasks = List.of();
  private volatile boolean silent;
  private volatile int failing;
  private volatile String failure = "";

  FakeApiServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  /** The tasks that there are from now on; no watch tells. */
  void has(SandboxTask... now) {
    tasks = List.of(now);
  }

  /** Whether requests are left without an answer. */
  void silent(boolean now) {
    silent = now;
  }

  /**
   * With what every request but a watch fails.
   *
   * @param code of HTTP; 0 if none does
   */
  void fails(int code, String message) {
    failure = message;
    failing = code;
  }

  /** A client that waits for an answer for a second: for tests of silence. */
  KubernetesClient client() {
    return client(null);
  }

  /** A client that an answer reaches on a busy machine, too. */
  KubernetesClient patientClient() {
    return client(null, PATIENT_MILLISECONDS);
  }

  /**
   * The same.
   *
   * @param credentials null for none
   */
  KubernetesClient client(OAuthTokenProvider credentials) {
    return client(credentials, HASTY_MILLISECONDS);
  }

  private KubernetesClient client(OAuthTokenProvider credentials, int requestTimeout) {
    Config config = Config.empty();
    config.setMasterUrl("http://127.0.0.1:%d/".formatted(server.getAddress().getPort()));
    config.setNamespace("agents");
    config.setRequestRetryBackoffLimit(0);
    config.setRequestTimeout(requestTimeout);
    config.setOauthTokenProvider(credentials);
    return new KubernetesClientBuilder().withConfig(config).build();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String query = String.valueOf(exchange.getRequestURI().getQuery());
      if ("websocket".equalsIgnoreCase(exchange.getRequestHeaders().getFirst("Upgrade"))) {
        exchange.sendResponseHeaders(503, -1); // no web socket: the client takes the stream
      } else if (silent) {
        closed.await();
      } else if (query.contains("watch=true")) {
        exchange.sendResponseHeaders(200, 0);
        exchange.getResponseBody().flush();
        closed.await();
      } else if (failing != 0) {
        answer(
            exchange,
            failing,
            Map.of("apiVersion", "v1", "kind", "Status", "code", failing, "message", failure));
      } else {
        String path = exchange.getRequestURI().getPath();
        Object found =
            path.endsWith("/sandboxtasks")
                ? Map.of(
                    "apiVersion",
                    "glovebox.dev/v1alpha1",
                    "kind",
                    "SandboxTaskList",
                    "metadata",
                    Map.of("resourceVersion", "1"),
                    "items",
                    tasks)
                : tasks.stream()
                    .filter(task -> path.endsWith("/" + task.getMetadata().getName()))
                    .findFirst()
                    .orElse(null);
        if (found == null) {
          answer(exchange, 404, Map.of("apiVersion", "v1", "kind", "Status", "code", 404));
        } else {
          answer(exchange, 200, found);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(HttpExchange exchange, int code, Object object) throws IOException {
    byte[] body = Serialization.asJson(object).getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
