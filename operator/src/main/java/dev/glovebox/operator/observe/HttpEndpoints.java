package dev.glovebox.operator.observe;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * /livez (also as /healthz), /readyz and /metrics over plain HTTP, GET only. Nothing secret is
 * served: no task's name, no namespace.
 */
public final class HttpEndpoints implements AutoCloseable {

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int UNAVAILABLE = 503;
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  /** One answer. */
  private record Page(int status, String type, String body) {}

  /**
   * Listens at once.
   *
   * @param port 0 = any that is free, for tests
   * @throws IOException when the port is taken
   */
  public HttpEndpoints(int port, Health live, Health ready, Supplier<String> metrics)
      throws IOException {
    server = HttpServer.create(new InetSocketAddress(port), 0);
    for (String path : List.of("/livez", "/healthz")) {
      server.createContext(path, page(path, () -> page(live.answer())));
    }
    server.createContext("/readyz", page("/readyz", () -> page(ready.answer())));
    server.createContext(
        "/metrics", page("/metrics", () -> new Page(OK, PROMETHEUS_TEXT, metrics.get())));
    server.setExecutor(threads);
    server.start();
  }

  /** The port that is listened on. */
  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private static Page page(Health.Answer answer) {
    return new Page(answer.good() ? OK : UNAVAILABLE, TEXT, answer.text());
  }

  /** A context also gets every path below it, which does not exist here. */
  private static HttpHandler page(String path, Supplier<Page> page) {
    return exchange -> {
      try (exchange) {
        if (!exchange.getRequestMethod().equals("GET")) {
          exchange.getResponseHeaders().set("Allow", "GET");
          send(exchange, new Page(METHOD_NOT_ALLOWED, TEXT, "GET only\n"));
        } else if (!exchange.getRequestURI().getPath().equals(path)) {
          send(exchange, new Page(NOT_FOUND, TEXT, "not found\n"));
        } else {
          send(exchange, page.get());
        }
      }
    };
  }

  private static void send(HttpExchange exchange, Page page) throws IOException {
    byte[] body = page.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", page.type());
    exchange.sendResponseHeaders(page.status(), body.length);
    exchange.getResponseBody().write(body);
  }
}
