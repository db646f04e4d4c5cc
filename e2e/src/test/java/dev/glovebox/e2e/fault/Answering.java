package dev.glovebox.e2e.fault;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.core.streams.ReadStream;
import io.vertx.httpproxy.Body;
import io.vertx.httpproxy.HttpProxy;
import io.vertx.httpproxy.ProxyContext;
import io.vertx.httpproxy.ProxyInterceptor;
import io.vertx.httpproxy.ProxyResponse;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Carries out what a fault decided. */
final class Answering {
  private static final String JSON = "application/json";

  /** Of a connection, not of a call. */
  private static final Set<String> NOT_SENT_ON =
      Set.of(
          "host", "connection", "content-length", "transfer-encoding", "upgrade", "http2-settings");

  private static final long LARGEST_KEPT = 8 << 20;

  private final Vertx vertx;
  private final HttpClient client;
  private final URI origin;
  private final Map<String, Recorded> first = new ConcurrentHashMap<>();

  private record Recorded(String type, String encoding, Buffer body) {}

  Answering(Vertx vertx, HttpClient client, URI origin) {
    this.vertx = vertx;
    this.client = client;
    this.origin = origin;
  }

  /**
   * Answers.
   *
   * @return what was given, for counting: {@code Forward} where an answer does not fit the call
   */
  String give(Answer answer, Call call, HttpServerRequest request) {
    switch (answer) {
      case Answer.Forward forward -> forward(call, request);
      case Answer.ForwardThenLose lose ->
          // A tunnel of a WebSocket has no answer that could be held back.
          proxy().addInterceptor(new Losing(lose.then())).handle(request);
      case Answer.ForwardLate late -> forwardLate(late, request);
      case Answer.Lose lose -> request.connection().close();
      case Answer.Hang hang -> request.resume();
      case Answer.Refuse refuse -> refuse(refuse, request);
      case Answer.CutWatch cut -> {
        forward(call, request);
        vertx.setTimer(cut.after().toMillis(), timer -> request.connection().close());
      }
      case Answer.ExpireWatch expire -> {
        if (!call.verb().equals("watch")) {
          return give(new Answer.Forward(), call, request);
        }
        expire(request);
      }
      case Answer.Stale stale -> {
        Recorded recorded = first.get(request.uri());
        if (recorded == null || call.writes()) {
          return give(new Answer.Forward(), call, request);
        }
        replay(recorded, request);
      }
    }
    return answer instanceof Answer.Refuse refuse
        ? "Refuse " + refuse.status()
        : answer.getClass().getSimpleName();
  }

  private HttpProxy proxy() {
    return HttpProxy.reverseProxy(client).origin(origin.getPort(), origin.getHost());
  }

  private void forward(Call call, HttpServerRequest request) {
    HttpProxy proxy = proxy();
    if (call.verb().equals("watch")) {
      proxy.addInterceptor(new HeadFirst());
    }
    boolean kept =
        call.verb().equals("list")
            || (call.verb().equals("get") && !call.resource().startsWith("/"));
    (kept && !first.containsKey(request.uri()) ? proxy.addInterceptor(new Recording()) : proxy)
        .handle(request);
  }

  /** All of it is read first: by then the caller may be gone. */
  private void forwardLate(Answer.ForwardLate late, HttpServerRequest request) {
    var options =
        new RequestOptions()
            .setHost(origin.getHost())
            .setPort(origin.getPort())
            .setMethod(request.method())
            .setURI(request.uri());
    request.headers().entries().stream()
        .filter(header -> !NOT_SENT_ON.contains(header.getKey().toLowerCase(Locale.ROOT)))
        .forEach(header -> options.addHeader(header.getKey(), header.getValue()));
    request
        .body()
        .compose(body -> Future.fromCompletionStage(late.when()).map(body))
        .compose(body -> client.request(options).compose(sent -> sent.send(body)))
        .onSuccess(response -> late.answered().accept(response.statusCode()))
        .onFailure(failure -> late.answered().accept(0));
    request.resume();
  }

  private static void refuse(Answer.Refuse refuse, HttpServerRequest request) {
    request.resume();
    HttpServerResponse response = request.response().setStatusCode(refuse.status());
    refuse
        .retryAfter()
        .map(Duration::toSeconds)
        .map(String::valueOf)
        .ifPresent(seconds -> response.putHeader("Retry-After", seconds));
    response
        .putHeader("Content-Type", JSON)
        .end(status(refuse.status(), refuse.reason()).toBuffer());
  }

  private static void expire(HttpServerRequest request) {
    JsonObject event = new JsonObject().put("type", "ERROR").put("object", status(410, "Expired"));
    if ("websocket".equalsIgnoreCase(request.getHeader("Upgrade"))) {
      request
          .toWebSocket()
          .onSuccess(
              socket -> socket.writeTextMessage(event.encode()).onComplete(sent -> socket.close()));
    } else {
      request.resume();
      request.response().putHeader("Content-Type", JSON).end(event.encode() + "\n");
    }
  }

  private static void replay(Recorded recorded, HttpServerRequest request) {
    request.resume();
    HttpServerResponse response = request.response();
    response.putHeader("Content-Type", recorded.type());
    if (recorded.encoding() != null) {
      response.putHeader("Content-Encoding", recorded.encoding());
    }
    response.end(recorded.body());
  }

  private static JsonObject status(int code, String reason) {
    return new JsonObject()
        .put("kind", "Status")
        .put("apiVersion", "v1")
        .put("metadata", new JsonObject())
        .put("status", "Failure")
        .put("message", "a fault of the test: " + reason)
        .put("reason", reason)
        .put("code", code);
  }

  /** Waits for the server's answer and closes the connection in its place. */
  private final class Losing implements ProxyInterceptor {
    private final Runnable then;

    Losing(Runnable then) {
      this.then = then;
    }

    @Override
    public Future<ProxyResponse> handleProxyRequest(ProxyContext context) {
      var request = context.request().proxiedRequest();
      context
          .sendRequest()
          .onSuccess(ProxyResponse::release)
          .compose(
              answered ->
                  vertx.executeBlocking(
                      () -> {
                        then.run();
                        return "done";
                      },
                      false))
          .onComplete(done -> request.connection().close());
      // Never complete: nothing is sent back.
      return Promise.<ProxyResponse>promise().future();
    }
  }

  /** The API server says that a watch has begun before there is anything to tell; so it is here. */
  private static final class HeadFirst implements ProxyInterceptor {
    @Override
    public Future<Void> handleProxyResponse(ProxyContext context) {
      Future<Void> sent = context.sendResponse();
      HttpServerResponse response = context.request().proxiedRequest().response();
      if (response.isChunked() && !response.headWritten() && !response.ended()) {
        response.write(Buffer.buffer());
      }
      return sent;
    }
  }

  /** Keeps the first good answer to each request line. */
  private final class Recording implements ProxyInterceptor {
    @Override
    public Future<Void> handleProxyResponse(ProxyContext context) {
      ProxyResponse response = context.response();
      if (response.getStatusCode() != 200 || response.getBody() == null) {
        return context.sendResponse();
      }
      return whole(response.getBody().stream())
          .compose(
              body -> {
                if (body.length() < LARGEST_KEPT) {
                  first.putIfAbsent(
                      context.request().getURI(),
                      new Recorded(
                          response.headers().get("Content-Type"),
                          response.headers().get("Content-Encoding"),
                          body));
                }
                response.setBody(Body.body(body));
                return context.sendResponse();
              });
    }

    private static Future<Buffer> whole(ReadStream<Buffer> stream) {
      Promise<Buffer> promise = Promise.promise();
      Buffer all = Buffer.buffer();
      stream.handler(all::appendBuffer);
      stream.exceptionHandler(promise::tryFail);
      stream.endHandler(end -> promise.tryComplete(all));
      stream.resume();
      return promise.future();
    }
  }
}
