package dev.glovebox.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks for the log of a task's container. The client's own log stream does not tell a connection
 * that was cut from a log that has ended, nor an error from a line; this one does.
 */
final class LogConnection implements TaskLog.Source {
  private static final int OK = 200;
  private static final int MAX_ERROR_BYTES = 16_384;
  private static final String CONTAINER = "task";
  private static final int PATIENCE_SECONDS = 20;

  private final KubernetesClient client;
  private final String path;
  private volatile CompletableFuture<HttpResponse<InputStream>> asked;

  LogConnection(KubernetesClient client, String namespace, String pod) {
    this.client = client;
    this.path =
        "api/v1/namespaces/%s/pods/%s/log?container=%s&timestamps=true"
            .formatted(namespace, pod, CONTAINER);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // of the handing on: whoever waits has the answer's
  public InputStream open(boolean follow, Instant since, Integer tail)
      throws IOException, InterruptedException {
    var uri = new StringBuilder(client.getMasterUrl().toString());
    uri.append(uri.charAt(uri.length() - 1) == '/' ? "" : "/").append(path);
    if (follow) {
      uri.append("&follow=true");
    }
    if (since != null) {
      uri.append("&sinceTime=").append(since.truncatedTo(ChronoUnit.SECONDS));
    } else if (tail != null) {
      uri.append("&tailLines=").append(tail);
    }
    HttpClient http = client.getHttpClient();
    var answer = new CompletableFuture<HttpResponse<InputStream>>();
    http.sendAsync(
            http.newHttpRequestBuilder().uri(uri.toString()).forStreaming().build(),
            InputStream.class)
        .whenComplete((response, problem) -> hand(answer, response, problem));
    asked = answer;
    try {
      // Of a log that is followed there may be no answer before the first line.
      HttpResponse<InputStream> response =
          follow ? answer.get() : answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (response.code() != OK) {
        throw new KubernetesClientException(error(response), response.code(), null);
      }
      return response.body();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } catch (TimeoutException e) {
      abandon();
      throw new IOException("no answer in %d s".formatted(PATIENCE_SECONDS), e);
    } finally {
      asked = null;
    }
  }

  @Override
  public void abandon() {
    CompletableFuture<HttpResponse<InputStream>> answer = asked;
    if (answer != null) {
      answer.completeExceptionally(new IOException("no answer came"));
    }
  }

  private static void hand(
      CompletableFuture<HttpResponse<InputStream>> answer,
      HttpResponse<InputStream> response,
      Throwable problem) {
    if (problem != null) {
      answer.completeExceptionally(problem);
    } else if (!answer.complete(response)) {
      try {
        response.body().close(); // it came too late, and nobody reads it
      } catch (IOException e) {
        return; // so it is closed
      }
    }
  }

  private static String error(HttpResponse<InputStream> response) throws IOException {
    try (InputStream body = response.body()) {
      String text = new String(body.readNBytes(MAX_ERROR_BYTES), UTF_8);
      try {
        String message = Serialization.unmarshal(text, Status.class).getMessage();
        return message == null ? text : message;
      } catch (RuntimeException e) {
        return text; // a proxy's own words
      }
    }
  }
}
