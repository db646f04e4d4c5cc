package dev.glovebox.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The API server of a cluster on which a task runs; one of its answers can be another. */
final class WholeCluster implements AutoCloseable {
  /** What becomes of one request. */
  enum Fault {
    FORBIDDEN,
    BROKEN,
    SILENT
  }

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNode ANSWERS = answers();

  private final String faulty;
  private final Fault fault;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Set<String> asked = new ConcurrentSkipListSet<>();

  private WholeCluster(String faulty, Fault fault) throws IOException {
    this.faulty = faulty;
    this.fault = fault;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** One that answers everything. */
  static WholeCluster start() throws IOException {
    return new WholeCluster("", Fault.FORBIDDEN);
  }

  /** One that does not answer this path. */
  static WholeCluster without(String path, Fault fault) throws IOException {
    return new WholeCluster(path, fault);
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Paths that were asked for, without their queries. */
  Set<String> asked() {
    return Set.copyOf(asked);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    asked.add(path);
    try (exchange) {
      if (!path.equals(faulty)) {
        answer(exchange, path);
        return;
      }
      switch (fault) {
        case FORBIDDEN -> status(exchange, 403, "forbidden on purpose");
        case BROKEN -> status(exchange, 500, "broken on purpose");
        case SILENT -> closed.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(HttpExchange exchange, String path) throws IOException {
    if (path.equals("/version")) {
      send(exchange, 200, JSON.createObjectNode().put("major", "1").put("minor", "34"));
      return;
    }
    if (ANSWERS.has(path)) {
      send(exchange, 200, JSON.createObjectNode().set("items", ANSWERS.path(path)));
      return;
    }
    int slash = path.lastIndexOf('/');
    for (JsonNode object : ANSWERS.path(path.substring(0, slash))) {
      if (object.at("/metadata/name").asText().equals(path.substring(slash + 1))) {
        send(exchange, 200, object);
        return;
      }
    }
    status(exchange, 404, "not found");
  }

  private static void status(HttpExchange exchange, int code, String message) throws IOException {
    ObjectNode status = JSON.createObjectNode();
    status.put("kind", "Status").put("apiVersion", "v1").put("status", "Failure");
    send(exchange, code, status.put("message", message).put("code", code));
  }

  private static void send(HttpExchange exchange, int code, JsonNode body) throws IOException {
    byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static JsonNode answers() {
    try (InputStream yaml = WholeCluster.class.getResourceAsStream("whole-cluster.yaml")) {
      return new YAMLMapper().readTree(yaml);
    } catch (IOException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
