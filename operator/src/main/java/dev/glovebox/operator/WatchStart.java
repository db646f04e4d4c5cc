package dev.glovebox.operator;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Gives up a watch that the server does not begin to answer. For WebSockets the client does that by
 * itself; plain HTTP, which it turns to for good after a watch that was refused with 503, it would
 * wait on for 5 to 10 minutes, until it ends each watch (fabric8 7.9.0).
 */
final class WatchStart implements Interceptor {

  private final Duration within;

  WatchStart(Duration within) {
    this.within = within;
  }

  /** The JDK's HTTP client stops this clock at the answer's headers: the watch itself may last. */
  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    String query = request.uri().getQuery();
    if (builder instanceof HttpRequest.Builder http
        && query != null
        && query.contains("watch=true")) {
      http.timeout(within.toMillis(), TimeUnit.MILLISECONDS);
    }
  }
}
