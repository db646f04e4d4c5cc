package dev.glovebox.cli.doctor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import dev.glovebox.cli.connect.NoAnswer;
import dev.glovebox.cli.connect.Place;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.URI;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** GETs of what the client has no method for. */
final class RawReads {
  private static final int SECONDS = 10;

  private final KubernetesClient client;

  RawReads(KubernetesClient client) {
    this.client = client;
  }

  /**
   * The API server's clock, to the second: a Lease is compared with it, not with this machine's. A
   * server that forbids to ask for its version tells it all the same.
   *
   * @throws Failure when the server does not answer
   * @throws KubernetesClientException when it does not let us in
   */
  Instant serverTime() {
    HttpClient http = client.getHttpClient();
    try {
      HttpResponse<String> answer =
          http.sendAsync(
                  http.newHttpRequestBuilder()
                      .url(URI.create(client.getMasterUrl() + "version").toURL())
                      .build(),
                  String.class)
              .get(SECONDS, TimeUnit.SECONDS);
      if (!answer.isSuccessful() && answer.code() != HttpURLConnection.HTTP_FORBIDDEN) {
        throw new KubernetesClientException(
            "the API server answers %d to GET /version".formatted(answer.code()),
            answer.code(),
            null);
      }
      String date = answer.header("Date");
      return date == null
          ? Instant.now()
          : Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException();
    } catch (TimeoutException e) {
      throw unreachable("no answer within %d s".formatted(SECONDS));
    } catch (ExecutionException | MalformedURLException e) {
      throw unreachable(NoAnswer.of(e, Place.of(client.getConfiguration())).why());
    }
  }

  private static Failure unreachable(String why) {
    return new Failure(
        ExitCode.UNAVAILABLE,
        "the API server cannot be reached: %s; see: kubectl cluster-info"
            .formatted(why.lines().findFirst().orElse("")));
  }

  /**
   * {@code podPidsLimit} of a node's kubelet.
   *
   * @return 0 or less when there is no limit; null when the kubelet is not there (404)
   * @throws KubernetesClientException when it cannot be read
   */
  Long podPidsLimit(String node) {
    String text = client.raw("/api/v1/nodes/%s/proxy/configz".formatted(node));
    if (text == null) {
      return null;
    }
    try {
      var limit = new ObjectMapper().readTree(text).at("/kubeletconfig/podPidsLimit");
      // Absent means the kubelet's default: as many as the node has.
      return limit.isIntegralNumber() ? limit.asLong() : -1L;
    } catch (JsonProcessingException e) {
      throw new KubernetesClientException("the kubelet's configz is not JSON", e);
    }
  }

  /**
   * A list of group admissionregistration.k8s.io, as JSON.
   *
   * @return null when the API server does not serve that kind in that version (404)
   * @throws KubernetesClientException when it cannot be read
   */
  String admissionObjects(String version, String plural) {
    return client.raw("/apis/admissionregistration.k8s.io/%s/%s".formatted(version, plural));
  }
}
