package dev.glovebox.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that refuses the first watch with 503, never answers the second, and then is well. */
class WatchStartTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String LIST =
      """
      {"kind":"NodeList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[]}""";
  private static final String ADDED =
      """
      {"type":"ADDED","object":{"kind":"Node","apiVersion":"v1","metadata":{"name":"%s","resourceVersion":"6"}}}
      """;

  /** More than an answer takes on a busy machine, and much less than the client's minutes. */
  private static final Duration WITHIN = Duration.ofSeconds(1);

  private final AtomicInteger watches = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final CountDownLatch later = new CountDownLatch(1);
  private HttpServer server;
  private KubernetesClient client;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder()
                    .withAutoConfigure(false)
                    .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .withHttpClientBuilderConsumer(
                http -> http.addOrReplaceInterceptor("watch-start", new WatchStart(WITHIN)))
            .build();
  }

  @AfterEach
  void stop() {
    closed.countDown();
    later.countDown();
    client.close();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean watch = exchange.getRequestURI().toString().contains("watch=true");
      int number = watch ? watches.incrementAndGet() : 0;
      if (number == 1) {
        exchange.sendResponseHeaders(503, -1);
        return;
      }
      if (number == 2) {
        closed.await();
        return;
      }
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, 0);
      var body = exchange.getResponseBody();
      if (!watch) {
        body.write(LIST.getBytes(StandardCharsets.UTF_8));
        return;
      }
      body.write(ADDED.formatted("first").getBytes(StandardCharsets.UTF_8));
      body.flush();
      later.await();
      body.write(ADDED.formatted("later").getBytes(StandardCharsets.UTF_8));
      body.flush();
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean knows(SharedIndexInformer<Node> nodes, String name) {
    return nodes.getIndexer().getByKey(name) != null;
  }

  @Test
  void aWatchThatIsNeverAnsweredIsBegunAgainAndOneThatIsAnsweredMayBeSilentForLonger()
      throws InterruptedException {
    try (var nodes = client.resources(Node.class).runnableInformer(0)) {
      nodes.exceptionHandler((started, failure) -> true);
      nodes.start();
      await().atMost(PATIENCE).until(() -> knows(nodes, "first"));
      assertThat(watches).hasValue(3);

      Thread.sleep(WITHIN.multipliedBy(2));
      later.countDown();
      await().atMost(PATIENCE).until(() -> knows(nodes, "later"));
      assertThat(watches).as("the same watch").hasValue(3);
    }
  }
}
