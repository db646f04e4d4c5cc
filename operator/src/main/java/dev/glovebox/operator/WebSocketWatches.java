package dev.glovebox.operator;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;

/**
 * Keeps watches on WebSockets. After one that was answered with 503, too late or not at all the
 * client (fabric8 7.9.0) goes on with plain HTTP, where it waits for ever for an answer, and does
 * not take a watch for one before the server has something to tell, which may take minutes. Here
 * that attempt fails, and the informer begins anew, with a WebSocket.
 */
final class WebSocketWatches implements Interceptor {

  /** A WebSocket's request has a builder of another class. */
  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    String query = request.uri().getQuery();
    if (builder instanceof HttpRequest.Builder && query != null && query.contains("watch=true")) {
      throw new KubernetesClientException(
          "the API server did not open a WebSocket for the watch: it answered 503, or not at all");
    }
  }
}
