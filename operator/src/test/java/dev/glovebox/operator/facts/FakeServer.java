package dev.glovebox.operator.facts;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** An API server on loopback of which a test decides each answer. */
final class FakeServer implements AutoCloseable {

  /** An answer; {@code code} 0 = none ever. */
  record Answer(int code, String body) {
    static Answer status(int code, String message) {
      return new Answer(
          code,
          """
          {"kind":"Status","apiVersion":"v1","status":"Failure","code":%d,"message":"%s"}"""
              .formatted(code, message));
    }
  }

  final List<String> requests = new CopyOnWriteArrayList<>();
  final KubernetesClient client;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);

  /** Answers by path and query. */
  FakeServer(Function<String, Answer> answers) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            String request = exchange.getRequestURI().toString();
            requests.add(request);
            Answer answer = answers.apply(request);
            if (answer.code() == 0) {
              closed.await();
              return;
            }
            byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer.code(), body.length);
            exchange.getResponseBody().write(body);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    server.setExecutor(threads);
    server.start();
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder()
                    .withAutoConfigure(false)
                    .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                    // More than the first request of a cold JVM takes on a busy machine.
                    .withRequestTimeout(2000)
                    .withRequestRetryBackoffLimit(0)
                    .build())
            .build();
  }

  @Override
  public void close() {
    closed.countDown();
    client.close();
    server.stop(0);
    threads.shutdownNow();
  }
}
