package dev.glovebox.operator;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Obeys an API server that says 429 with Retry-After: no request of that kind, such as creating
 * pods, is sent before that time; who wants to send one waits. The client itself repeats nothing,
 * and those who call know pauses of their own only.
 */
final class RetryAfter implements Interceptor {

  /** The API server's priority and fairness asks for 1 to 32 s. */
  static final Duration LONGEST = Duration.ofSeconds(32);

  /**
   * For deletions, and what is asked and written of a single NetworkPolicy: one of them may be what
   * finds or ends a sandbox whose isolation is lost.
   */
  static final Duration LONGEST_OF_RESCUES = Duration.ofSeconds(1);

  private static final Pattern RESCUE =
      Pattern.compile("DELETE .*|(GET one|POST|PUT|PATCH) networkpolicies");

  /** A Lease that is not renewed is lost, and its requests are one a second, whatever is done. */
  private static final String NOT_HELD_BACK = "leases";

  private static final int TOO_MANY_REQUESTS = 429;
  private static final Logger LOG = LoggerFactory.getLogger(RetryAfter.class);

  private final InstantSource clock;
  private final Map<String, Instant> notBefore = new ConcurrentHashMap<>();

  RetryAfter(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    String kind = kind(request.method(), request.uri());
    Instant until = notBefore.get(kind);
    if (until == null) {
      return;
    }
    Duration left = Duration.between(clock.instant(), until);
    if (left.isPositive()) {
      try {
        BoundedThreads.sleep(left);
      } catch (InterruptedException e) {
        // The operator stops; whoever asked finds out.
        Thread.currentThread().interrupt();
        return;
      }
    }
    notBefore.remove(kind, until);
  }

  @Override
  public void after(
      HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> body) {
    String seconds = response.header("Retry-After");
    if (response.code() != TOO_MANY_REQUESTS || seconds == null || request == null) {
      return;
    }
    String kind = kind(request.method(), request.uri());
    // Kubernetes sends seconds, never a date.
    if (!seconds.matches("[0-9]{1,9}") || kind.contains(NOT_HELD_BACK)) {
      return;
    }
    Duration longest = RESCUE.matcher(kind).matches() ? LONGEST_OF_RESCUES : LONGEST;
    Duration asked = Duration.ofSeconds(Long.parseLong(seconds));
    Duration pause = asked.compareTo(longest) > 0 ? longest : asked;
    Instant now = clock.instant();
    Instant before = notBefore.get(kind);
    notBefore.merge(kind, now.plus(pause), (one, other) -> one.isAfter(other) ? one : other);
    // The client tells of one refused watch several times.
    if (before == null || !before.isAfter(now)) {
      LOG.atWarn()
          .addKeyValue("request", kind)
          .addKeyValue("seconds", pause.toSeconds())
          .log("the API server is busy and asked to wait");
    }
  }

  /**
   * "PATCH pods/status": method, resource and subresource, of all namespaces; "GET one pods" is not
   * a list.
   */
  static String kind(String method, URI uri) {
    List<String> parts = Pattern.compile("/").splitAsStream(uri.getPath()).toList();
    // /api/v1/... or /apis/group/version/..., after the empty part before the first slash
    int at = parts.size() > 1 && parts.get(1).equals("api") ? 3 : 4;
    if (parts.size() > at + 2 && parts.get(at).equals("namespaces")) {
      at += 2;
    }
    if (parts.size() <= at) {
      return method + " " + uri.getPath();
    }
    String subresource = parts.size() > at + 2 ? "/" + parts.get(at + 2) : "";
    String query = uri.getQuery() == null ? "" : uri.getQuery();
    String verb = query.contains("watch=true") ? "WATCH" : method;
    String one = verb.equals("GET") && parts.size() > at + 1 ? " one" : "";
    return verb + one + " " + parts.get(at) + subresource;
  }
}
