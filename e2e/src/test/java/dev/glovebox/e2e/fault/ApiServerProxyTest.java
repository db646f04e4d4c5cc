package dev.glovebox.e2e.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The proxy in front of a small server that counts what reaches it. */
class ApiServerProxyTest {
  private static final String PODS = "/api/v1/namespaces/n/pods";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger reached = new AtomicInteger();
  private final AtomicReference<String> last = new AtomicReference<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private ApiServerProxy proxy;

  @BeforeEach
  void start() {
    HttpServer server = vertx.createHttpServer().requestHandler(this::serve);
    server.listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().join();
    proxy = ApiServerProxy.start(URI.create("http://127.0.0.1:" + server.actualPort()), Fault.NONE);
  }

  @AfterEach
  void stop() {
    proxy.close();
    client.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  /** A watch: one line at once, and the next ones every 50 ms, for ever. Else: how many so far. */
  private void serve(HttpServerRequest request) {
    int number = reached.incrementAndGet();
    if ("websocket".equals(request.getHeader("Upgrade"))) {
      request
          .toWebSocket()
          .onSuccess(
              socket ->
                  vertx.setPeriodic(
                      50,
                      timer ->
                          socket
                              .writeTextMessage("event")
                              .onFailure(gone -> vertx.cancelTimer(timer))));
    } else if ("silent".equals(request.getParam("of"))) {
      // The head and nothing else.
      request.response().setChunked(true).write(Buffer.buffer());
    } else if (request.getParam("watch") != null) {
      request.response().setChunked(true).write("event\n");
      long timer = vertx.setPeriodic(50, tick -> request.response().write("event\n"));
      request.response().closeHandler(gone -> vertx.cancelTimer(timer));
    } else {
      request
          .body()
          .onSuccess(
              body -> {
                last.set(
                    "%s %s %s %s"
                        .formatted(
                            request.method(),
                            request.path(),
                            request.getHeader("Authorization"),
                            body));
                request.response().end(number + ":" + body.length());
              });
    }
  }

  /** A call is counted when it has been answered, which the caller may know sooner. */
  private void answers(Consumer<Map<String, Integer>> claim) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> claim.accept(proxy.answers()));
  }

  private String send(String method, String path, String body)
      throws IOException, InterruptedException {
    return answer(method, path, body).body();
  }

  private HttpResponse<String> answer(String method, String path, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(proxy.url() + path))
            .timeout(Duration.ofSeconds(20))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .header("User-Agent", "tester")
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void aLargeBodyArrivesAndCallsAreNamedAsRightsAre() throws Exception {
    assertThat(send("POST", PODS, "x".repeat(1_500_000))).isEqualTo("1:1500000");
    send("PATCH", PODS + "/p/status?fieldManager=f", "{}");
    send("PUT", "/apis/glovebox.dev/v1alpha1/sandboxpolicies/default", "{}");
    send("GET", "/apis/networking.k8s.io/v1/networkpolicies", "");
    send("GET", "/api/v1/namespaces/n", "");
    send("PUT", "/api/v1/namespaces/n/finalize", "");
    send("GET", "/version", "");
    assertThat(proxy.calls())
        .containsExactly(
            new Call(1, "create", "", "pods", "", "n", "", "tester"),
            new Call(2, "patch", "", "pods", "status", "n", "p", "tester"),
            new Call(3, "update", "glovebox.dev", "sandboxpolicies", "", "", "default", "tester"),
            new Call(4, "list", "networking.k8s.io", "networkpolicies", "", "", "", "tester"),
            new Call(5, "get", "", "namespaces", "", "", "n", "tester"),
            new Call(6, "update", "", "namespaces", "finalize", "", "n", "tester"),
            new Call(7, "get", "", "/version", "", "", "", "tester"));
    answers(answers -> assertThat(answers).containsOnly(Map.entry("Forward", 7)));
  }

  @Test
  void aRefusalIsAStatusWithRetryAfterAndDoesNotReachTheServer() throws Exception {
    proxy.fault(
        call -> new Answer.Refuse(429, "TooManyRequests", Optional.of(Duration.ofSeconds(3))));
    var answer = answer("POST", PODS, "x".repeat(1_500_000));
    assertThat(answer.statusCode()).isEqualTo(429);
    assertThat(answer.headers().firstValue("Retry-After")).contains("3");
    assertThat(answer.body()).contains("\"reason\":\"TooManyRequests\"", "\"code\":429");
    assertThat(reached).hasValue(0);
    answers(answers -> assertThat(answers).containsOnly(Map.entry("Refuse 429", 1)));
  }

  @Test
  void whatIsLostBeforehandDoesNotReachTheServerAndWhatIsLostAfterwardsHas() throws Exception {
    proxy.fault(call -> new Answer.Lose());
    assertThatThrownBy(() -> send("POST", PODS, "x")).isInstanceOf(IOException.class);
    assertThat(reached).hasValue(0);
    var then = new AtomicInteger();
    proxy.fault(call -> new Answer.ForwardThenLose(() -> then.set(reached.get())));
    assertThatThrownBy(() -> send("POST", PODS, "x")).isInstanceOf(IOException.class);
    assertThat(then).as("the server had it when the runnable ran").hasValue(1);
  }

  @Test
  void whatIsLateReachesTheServerWithItsBodyWhenItsCallerHasGivenUp() throws Exception {
    var when = new CompletableFuture<Void>();
    var answered = new CompletableFuture<Integer>();
    proxy.fault(call -> new Answer.ForwardLate(when, answered::complete));
    var request =
        HttpRequest.newBuilder(URI.create(proxy.url() + PODS))
            .timeout(Duration.ofMillis(700))
            .header("Authorization", "Bearer of-the-caller")
            .POST(HttpRequest.BodyPublishers.ofString("x".repeat(5)))
            .build();
    assertThatThrownBy(() -> client.send(request, HttpResponse.BodyHandlers.ofString()))
        .isInstanceOf(HttpTimeoutException.class);
    assertThat(reached).hasValue(0);
    when.complete(null);
    assertThat(answered.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(200);
    assertThat(reached).hasValue(1);
    assertThat(last).hasValue("POST " + PODS + " Bearer of-the-caller xxxxx");
  }

  @Test
  void aHangingCallIsNotAnsweredWhileOthersAre() throws Exception {
    proxy.fault(call -> call.writes() ? new Answer.Hang() : new Answer.Forward());
    var request =
        HttpRequest.newBuilder(URI.create(proxy.url() + PODS))
            .timeout(Duration.ofMillis(700))
            .POST(HttpRequest.BodyPublishers.ofString("x"))
            .build();
    var hanging = client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    assertThat(send("GET", PODS, "")).isEqualTo("1:0");
    assertThatThrownBy(hanging::join).hasCauseInstanceOf(HttpTimeoutException.class);
    assertThat(reached).as("only the read").hasValue(1);
  }

  @Test
  void aStaleListIsTheFirstAnswerToTheSameQuestionAndOtherQuestionsAreForwarded() throws Exception {
    assertThat(send("GET", PODS + "?limit=5", "")).isEqualTo("1:0");
    assertThat(send("GET", PODS + "?limit=5", "")).isEqualTo("2:0");
    proxy.fault(call -> new Answer.Stale());
    assertThat(send("GET", PODS + "?limit=5", "")).isEqualTo("1:0");
    assertThat(send("GET", PODS, "")).isEqualTo("3:0");
    assertThat(send("POST", PODS, "")).isEqualTo("4:0");
    answers(
        answers ->
            assertThat(answers).containsOnly(Map.entry("Forward", 4), Map.entry("Stale", 1)));
  }

  private BufferedReader watch() throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(proxy.url() + PODS + "?watch=true")).build();
    var answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
  }

  @Test
  void aWatchArrivesEventByEventAndIsCutWhenItIsTold() throws Exception {
    try (var lines = watch()) {
      for (int i = 0; i < 10; i++) {
        assertThat(lines.readLine()).isEqualTo("event");
      }
    }
    proxy.fault(call -> new Answer.CutWatch(Duration.ofSeconds(5)));
    try (var lines = watch()) {
      assertThat(lines.readLine()).isEqualTo("event");
      assertThatThrownBy(
              () -> {
                while (lines.readLine() != null) {
                  // until it is cut
                }
              })
          .isInstanceOf(IOException.class);
    }
    assertThat(proxy.calls()).extracting(Call::verb).containsOnly("watch");
  }

  @Test
  void aWatchOnWhichNothingHappensHasBegun() throws Exception {
    proxy.fault(call -> new Answer.CutWatch(PATIENCE));
    var request =
        HttpRequest.newBuilder(URI.create(proxy.url() + PODS + "?watch=true&of=silent"))
            .timeout(PATIENCE.dividedBy(2))
            .build();
    assertThat(client.send(request, HttpResponse.BodyHandlers.ofInputStream()).statusCode())
        .isEqualTo(200);
  }

  @Test
  void openWatchesOfAResourceAreCutAtOnceAndThoseOfOthersAreNot() throws Exception {
    BlockingQueue<String> heard = listen();
    try (var lines = watch()) {
      assertThat(lines.readLine()).isEqualTo("event");
      proxy.cutWatches("nodes");
      heard.clear();
      for (int i = 0; i < 10; i++) {
        assertThat(lines.readLine()).isEqualTo("event");
      }
      assertThat(heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("event");
      proxy.cutWatches("pods");
      assertThatThrownBy(
              () -> {
                while (lines.readLine() != null) {
                  // until it is cut
                }
              })
          .isInstanceOf(IOException.class);
    }
    String last = "event";
    while ("event".equals(last)) {
      last = heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    assertThat(last).isIn("closed", "broken");
  }

  @Test
  void anExpiredWatchGetsOneEventWith410() throws Exception {
    proxy.fault(call -> new Answer.ExpireWatch());
    try (var lines = watch()) {
      assertThat(lines.readLine()).contains("\"type\":\"ERROR\"", "\"code\":410");
      assertThat(lines.readLine()).isNull();
    }
    BlockingQueue<String> heard = listen();
    assertThat(heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).contains("\"code\":410");
    assertThat(heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("closed");
    assertThat(reached).hasValue(0);
  }

  @Test
  void aWebSocketIsTunnelledAndCut() throws Exception {
    proxy.fault(call -> new Answer.CutWatch(Duration.ofSeconds(5)));
    BlockingQueue<String> heard = listen();
    assertThat(heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("event");
    assertThat(heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("event");
    String last = "event";
    while ("event".equals(last)) {
      last = heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    assertThat(last).isIn("closed", "broken");
  }

  private BlockingQueue<String> listen() {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    client
        .newWebSocketBuilder()
        .buildAsync(
            URI.create(proxy.url().replace("http", "ws") + PODS + "?watch=true"),
            new WebSocket.Listener() {
              @Override
              public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
                heard.add(data.toString());
                socket.request(1);
                return null;
              }

              @Override
              public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
                heard.add("closed");
                return null;
              }

              @Override
              public void onError(WebSocket socket, Throwable error) {
                heard.add("broken");
              }
            })
        .join();
    return heard;
  }
}
