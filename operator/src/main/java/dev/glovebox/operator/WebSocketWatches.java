package dev.glovebox.operator;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.WebSocket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Watches are WebSockets that are opened in time, or tried again; the client (fabric8 7.9.0) does
 * neither by itself. Its first attempt has no time-out, because its WatchConnectionManager starts
 * before its field for that is set. And after a WebSocket that was answered with 503, too late or
 * not at all it goes on with plain HTTP, where it waits for ever for an answer and does not take a
 * watch for one before the server has something to tell, which may take minutes. Here that attempt
 * fails, and the informer begins anew, with a WebSocket.
 */
final class WebSocketWatches implements Interceptor {

  private final Duration openedWithin;

  WebSocketWatches(Duration openedWithin) {
    this.openedWithin = openedWithin;
  }

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    String query = request.uri().getQuery();
    if (query == null || !query.contains("watch=true")) {
      return;
    }
    if (!(builder instanceof WebSocket.Builder socket)) {
      throw new KubernetesClientException(
          "the API server did not open a WebSocket for the watch: it answered 503, or not at all");
    }
    socket.connectTimeout(openedWithin.toMillis(), TimeUnit.MILLISECONDS);
  }
}
