package dev.glovebox.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server sees that opens no watch. */
class WebSocketWatchesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /** More than an answer takes on a busy machine. */
  private static final Duration SOON = Duration.ofSeconds(2);

  private static final String LIST =
      """
      {"kind":"NodeList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[]}""";

  private final List<String> watches = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile int code;
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  @AfterEach
  void stop() {
    closed.countDown();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().toString().contains("watch=true")) {
        byte[] body = LIST.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        return;
      }
      watches.add(String.valueOf(exchange.getRequestHeaders().getFirst("Upgrade")));
      if (code == 0) {
        closed.await();
      } else if (code > 0) {
        exchange.sendResponseHeaders(code, -1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** 0: no answer; -1: the connection is closed. */
  @ParameterizedTest
  @ValueSource(ints = {503, 500, 200, 0, -1})
  void aWatchThatIsNotOpenedIsTriedAgainAsAWebSocketAndNeverOtherwise(int answer) {
    code = answer;
    try (var client =
            new KubernetesClientBuilder()
                .withConfig(
                    new ConfigBuilder()
                        .withAutoConfigure(false)
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .withHttpClientBuilderConsumer(
                    http -> http.addOrReplaceInterceptor("watches", new WebSocketWatches(SOON)))
                .build();
        var nodes = client.resources(Node.class).runnableInformer(0)) {
      nodes.exceptionHandler((started, failure) -> true);
      nodes.start();
      await().atMost(PATIENCE).until(() -> watches.size() >= 3);
      assertThat(watches).containsOnly("websocket");
    }
  }
}
