package dev.glovebox.operator.heartbeat;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.InetAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * A builder whose client wraps what listens to its WebSockets. Everything else is the wrapped
 * builder's.
 */
final class HeartbeatHttpClientBuilder implements HttpClient.Builder {

  private final HttpClient.Builder builder;
  private final BiFunction<URI, WebSocket.Listener, WebSocket.Listener> wrap;

  /**
   * Wraps a builder.
   *
   * @param wrap gives the listener that stands before the one of a WebSocket to this URI
   */
  HeartbeatHttpClientBuilder(
      HttpClient.Builder builder, BiFunction<URI, WebSocket.Listener, WebSocket.Listener> wrap) {
    this.builder = builder;
    this.wrap = wrap;
  }

  @Override
  public HttpClient build() {
    return new HeartbeatHttpClient(builder.build(), wrap);
  }

  @Override
  public HttpClient.Builder cookieHandler(CookieHandler handler) {
    builder.cookieHandler(handler);
    return this;
  }

  @Override
  public HttpClient.Builder connectTimeout(Duration duration) {
    builder.connectTimeout(duration);
    return this;
  }

  @Override
  public HttpClient.Builder sslContext(SSLContext context) {
    builder.sslContext(context);
    return this;
  }

  @Override
  public HttpClient.Builder sslParameters(SSLParameters parameters) {
    builder.sslParameters(parameters);
    return this;
  }

  @Override
  public HttpClient.Builder executor(Executor executor) {
    builder.executor(executor);
    return this;
  }

  @Override
  public HttpClient.Builder followRedirects(HttpClient.Redirect policy) {
    builder.followRedirects(policy);
    return this;
  }

  @Override
  public HttpClient.Builder version(HttpClient.Version version) {
    builder.version(version);
    return this;
  }

  @Override
  public HttpClient.Builder priority(int priority) {
    builder.priority(priority);
    return this;
  }

  @Override
  public HttpClient.Builder proxy(ProxySelector selector) {
    builder.proxy(selector);
    return this;
  }

  @Override
  public HttpClient.Builder authenticator(Authenticator authenticator) {
    builder.authenticator(authenticator);
    return this;
  }

  @Override
  public HttpClient.Builder localAddress(InetAddress address) {
    builder.localAddress(address);
    return this;
  }
}
