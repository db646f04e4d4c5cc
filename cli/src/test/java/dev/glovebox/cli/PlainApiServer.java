package dev.glovebox.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** An API server on loopback, over plain HTTP, that answers as a test says. */
final class PlainApiServer implements AutoCloseable {
  private final HttpServer server;

  PlainApiServer(HttpHandler answers) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", answers);
    server.start();
  }

  /** Answers a request with JSON. */
  static void json(HttpExchange exchange, int code, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Writes a kubeconfig whose one context, work, is this server and namespace demo. */
  Path kubeconfig(Path directory) throws IOException {
    return Files.writeString(
        directory.resolve("kubeconfig"),
        """
        clusters: [{name: a, cluster: {server: "http://127.0.0.1:%d"}}]
        contexts: [{name: work, context: {cluster: a, namespace: demo}}]
        current-context: work
        """
            .formatted(port()));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
