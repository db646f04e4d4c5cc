package dev.glovebox.operator.observe;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Counts every request of the client by its method and the server's status code: 429 is a server
 * that throttles us. Hooked into the client, so that reads and watches of libraries count as well.
 */
final class ApiRequests implements Interceptor {

  private static final int LOWEST = 100;
  private static final int HIGHEST = 599;

  /** Label for no answer at all; also for a code that no HTTP server sends. */
  static final String NONE = "none";

  private final MeterRegistry registry;

  ApiRequests(MeterRegistry registry) {
    this.registry = registry;
  }

  @Override
  public void after(
      HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> body) {
    int code = response.code();
    count(request, code >= LOWEST && code <= HIGHEST ? Integer.toString(code) : NONE);
  }

  @Override
  public void afterConnectionFailure(HttpRequest request, Throwable failure) {
    count(request, NONE);
  }

  private void count(HttpRequest request, String code) {
    Counter.builder("glovebox.api.requests")
        .description("Requests to the API server, reads and watches included, by status code")
        .tags(Tags.of("method", request.method(), "code", code))
        .register(registry)
        .increment();
  }
}
