package dev.glovebox.e2e.fault;

import dev.glovebox.e2e.cluster.Cluster;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands between the operator and its API server and answers as a {@link Fault} says. Callers bring
 * their own token; the proxy has none. Plain HTTP/1.1, WebSockets too, on the address at which the
 * cluster's nodes see this machine: on loopback where that is where the server is.
 */
public final class ApiServerProxy implements AutoCloseable {

  /** Watches hold a connection each. */
  private static final int CONNECTIONS = 4096;

  /** Faults may block, and an operator has up to this many calls under way. */
  private static final int FAULTS_AT_ONCE = 256;

  private final Vertx vertx;
  private final HttpServer server;
  private final Answering answering;
  private final AtomicInteger number = new AtomicInteger();
  private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicInteger> answers = new ConcurrentHashMap<>();
  private final Map<HttpServerRequest, Call> watches = new ConcurrentHashMap<>();
  private final String url;
  private volatile Fault fault;

  private ApiServerProxy(URI origin, String authority, Fault fault) {
    this.fault = fault;
    vertx =
        Vertx.vertx(
            new VertxOptions()
                .setWorkerPoolSize(FAULTS_AT_ONCE)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
    var options = new HttpClientOptions().setMaxPoolSize(CONNECTIONS);
    if (!authority.isEmpty()) {
      options
          .setSsl(true)
          .setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(authority)));
    }
    HttpClient client = vertx.createHttpClient(options);
    answering = new Answering(vertx, client, origin);
    String host = addressTowards(origin);
    // HTTP/1.1 only: a connection is one call's, and closing it meets no other.
    server =
        vertx
            .createHttpServer(new HttpServerOptions().setHttp2ClearTextEnabled(false))
            .requestHandler(this::handle);
    server.listen(0, host).toCompletionStage().toCompletableFuture().join();
    url = "http://" + host + ":" + server.actualPort();
  }

  /** In front of a cluster's API server, with this fault until another is given. */
  public static ApiServerProxy start(Cluster cluster, Fault fault) {
    var config = cluster.client().getConfiguration();
    byte[] authority = Base64.getDecoder().decode(config.getCaCertData());
    return new ApiServerProxy(
        URI.create(config.getMasterUrl()),
        new String(authority, java.nio.charset.StandardCharsets.US_ASCII),
        fault);
  }

  /** In front of a server without TLS. */
  static ApiServerProxy start(URI origin, Fault fault) {
    return new ApiServerProxy(origin, "", fault);
  }

  /** For {@code server} in a kubeconfig. */
  public String url() {
    return url;
  }

  /** From now on another fault. */
  public void fault(Fault other) {
    this.fault = other;
  }

  /** All calls up to now, in the order in which they came. */
  public List<Call> calls() {
    return List.copyOf(calls);
  }

  /** How many calls got which answer: {@code Refuse 409} → 3. What was only forwarded as well. */
  public Map<String, Integer> answers() {
    var counts = new TreeMap<String, Integer>();
    answers.forEach((answer, count) -> counts.put(answer, count.get()));
    return counts;
  }

  /** Closes the connections of all watches of a resource that are open now, as {@code pods}. */
  public void cutWatches(String resource) {
    watches.forEach(
        (request, call) -> {
          if (call.resource().equals(resource)) {
            request.connection().close();
          }
        });
  }

  private void handle(HttpServerRequest request) {
    // The body must not arrive before somebody wants it.
    request.pause();
    String agent = request.getHeader("User-Agent");
    // One thread calls this, so that numbers have the order of calls.
    Call call =
        Call.of(
            number.incrementAndGet(),
            request.method().name(),
            request.path(),
            List.of("true", "1").contains(request.getParam("watch", "false")),
            agent == null ? "" : agent);
    calls.add(call);
    if (call.verb().equals("watch")) {
      watches.put(request, call);
      request.connection().closeHandler(closed -> watches.remove(request));
    }
    vertx
        .executeBlocking(() -> fault.judge(call), false)
        .onSuccess(
            answer -> {
              String given = answering.give(answer, call, request);
              answers.computeIfAbsent(given, any -> new AtomicInteger()).incrementAndGet();
            })
        .onFailure(
            failure -> {
              answers.computeIfAbsent("" + failure, any -> new AtomicInteger()).incrementAndGet();
              request.connection().close();
            });
  }

  /** The address of this machine from which a server is reached; its clients reach it there. */
  private static String addressTowards(URI server) {
    try (var socket = new DatagramSocket()) {
      // Nothing is sent.
      socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
      return socket.getLocalAddress().getHostAddress();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
