package dev.glovebox.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The warnings of an answer, which kubectl prints and the client's own calls do not show. */
final class Warnings {
  private Warnings() {}

  /**
   * Creates the task without keeping it; anything but 201 fails. Each warning is a header value.
   */
  static List<String> ofCreating(
      KubernetesClient user, String namespace, GenericKubernetesResource task) {
    var http = user.getHttpClient();
    URI uri =
        URI.create(user.getMasterUrl().toString())
            .resolve(
                "/apis/glovebox.dev/v1alpha1/namespaces/%s/sandboxtasks?dryRun=All"
                    .formatted(namespace));
    var request =
        http.newHttpRequestBuilder()
            .uri(uri)
            .post("application/json", Serialization.asJson(task))
            .build();
    try {
      var response = http.sendAsync(request, String.class).get(30, TimeUnit.SECONDS);
      assertThat(response.code()).as(response.body()).isEqualTo(201);
      return response.headers("Warning");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError("no answer from " + uri, e);
    }
  }
}
