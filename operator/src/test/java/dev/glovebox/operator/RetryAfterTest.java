package dev.glovebox.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.glovebox.operator.heartbeat.HeartbeatHttpClientFactory;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client's requests as a server on loopback sees them. */
class RetryAfterTest {
  private record Seen(String request, long nanos) {}

  private final List<Seen> seen = Collections.synchronizedList(new ArrayList<>());
  private final AtomicBoolean busy = new AtomicBoolean(true);
  private HttpServer server;
  private KubernetesClient client;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          String request = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
          seen.add(new Seen(request, System.nanoTime()));
          boolean refused = request.startsWith("POST") && busy.getAndSet(false);
          if (refused) {
            exchange.getResponseHeaders().add("Retry-After", "6");
          }
          byte[] body =
              "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"p\"}}"
                  .getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(refused ? 429 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    client =
        Clients.client(
            new ConfigBuilder()
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .withRequestRetryBackoffLimit(0)
                .build(),
            new Interceptor() {},
            new HeartbeatHttpClientFactory());
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  private void create(String namespace) {
    client
        .pods()
        .inNamespace(namespace)
        .resource(new PodBuilder().withNewMetadata().withName("p").endMetadata().build())
        .create();
  }

  @Test
  void noRequestOfThatKindIsSentBeforeTheTimeThatTheServerAskedForAndOthersAre() {
    assertThatThrownBy(() -> create("a"))
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(429));
    client.pods().inNamespace("a").withName("p").get();
    create("b");

    assertThat(seen)
        .extracting(Seen::request)
        .as("a read does not wait, another namespace's create does; nothing is repeated")
        .containsExactly(
            "POST /api/v1/namespaces/a/pods",
            "GET /api/v1/namespaces/a/pods/p",
            "POST /api/v1/namespaces/b/pods");
    assertThat(Duration.ofNanos(seen.get(2).nanos() - seen.get(0).nanos()))
        .isGreaterThanOrEqualTo(Duration.ofMillis(5990));
    assertThat(Duration.ofNanos(seen.get(1).nanos() - seen.get(0).nanos()))
        .as("the read")
        .isLessThan(Duration.ofSeconds(6));
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api/v1/pods, GET pods",
    "GET, /api/v1/pods?watch=true, WATCH pods",
    "PATCH, /api/v1/namespaces/n/pods/p, PATCH pods",
    "PUT, /apis/glovebox.dev/v1alpha1/namespaces/n/sandboxtasks/t/status, PUT sandboxtasks/status",
    "PUT, /apis/glovebox.dev/v1alpha1/nodecertificates/n/status, PUT nodecertificates/status",
    "GET, /api/v1/namespaces/n, GET one namespaces",
    "GET, /api/v1/namespaces/n/pods, GET pods",
    "GET, /api/v1/namespaces/n/pods/p, GET one pods",
    "GET, /version, GET /version"
  })
  void aKindIsAMethodAndAResourceAndOneIsNotAList(String method, String uri, String kind) {
    assertThat(RetryAfter.kind(method, URI.create(uri))).isEqualTo(kind);
  }
}
