package dev.glovebox.operator.heartbeat;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** Wraps what listens to its WebSockets. Everything else is the wrapped client's. */
final class HeartbeatHttpClient extends HttpClient {

  private final HttpClient client;
  private final BiFunction<URI, WebSocket.Listener, WebSocket.Listener> wrap;

  HeartbeatHttpClient(
      HttpClient client, BiFunction<URI, WebSocket.Listener, WebSocket.Listener> wrap) {
    this.client = client;
    this.wrap = wrap;
  }

  @Override
  public WebSocket.Builder newWebSocketBuilder() {
    return new Sockets(client.newWebSocketBuilder(), wrap);
  }

  private record Sockets(
      WebSocket.Builder builder, BiFunction<URI, WebSocket.Listener, WebSocket.Listener> wrap)
      implements WebSocket.Builder {

    @Override
    public WebSocket.Builder header(String name, String value) {
      builder.header(name, value);
      return this;
    }

    @Override
    public WebSocket.Builder connectTimeout(Duration timeout) {
      builder.connectTimeout(timeout);
      return this;
    }

    @Override
    public WebSocket.Builder subprotocols(String mostPreferred, String... lesserPreferred) {
      builder.subprotocols(mostPreferred, lesserPreferred);
      return this;
    }

    @Override
    public CompletableFuture<WebSocket> buildAsync(URI uri, WebSocket.Listener listener) {
      return builder.buildAsync(uri, wrap.apply(uri, listener));
    }
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
      throws IOException, InterruptedException {
    return client.send(request, handler);
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    return client.sendAsync(request, handler);
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request,
      HttpResponse.BodyHandler<T> handler,
      HttpResponse.PushPromiseHandler<T> pushed) {
    return client.sendAsync(request, handler, pushed);
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return client.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return client.connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return client.followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return client.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return client.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return client.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return client.authenticator();
  }

  @Override
  public Version version() {
    return client.version();
  }

  @Override
  public Optional<Executor> executor() {
    return client.executor();
  }

  @Override
  public void shutdown() {
    client.shutdown();
  }

  @Override
  public boolean awaitTermination(Duration duration) throws InterruptedException {
    return client.awaitTermination(duration);
  }

  @Override
  public boolean isTerminated() {
    return client.isTerminated();
  }

  @Override
  public void shutdownNow() {
    client.shutdownNow();
  }

  @Override
  public void close() {
    client.close();
  }
}
