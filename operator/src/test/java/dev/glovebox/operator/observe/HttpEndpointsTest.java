package dev.glovebox.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class HttpEndpointsTest {

  private final AtomicReference<String> wrong = new AtomicReference<>();
  private final Health ready =
      new Health("ready")
          .check("watches", Optional::empty)
          .check("admission policies", () -> Optional.ofNullable(wrong.get()));

  private HttpResponse<String> send(String method, String path)
      throws IOException, InterruptedException {
    try (var endpoints = new HttpEndpoints(0, new Health("alive"), ready, () -> "metric 1\n");
        var client = HttpClient.newHttpClient()) {
      var uri = URI.create("http://127.0.0.1:" + endpoints.port() + path);
      var request =
          HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()).build();
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
  }

  @Test
  void readySaysSoInOneWord() throws Exception {
    var response = send("GET", "/readyz");
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo("ready\n");
  }

  @Test
  void notReadySaysWhichCheckFailsAndWhy() throws Exception {
    wrong.set("ValidatingAdmissionPolicy glovebox-objects does not exist");
    var response = send("GET", "/readyz");
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.body())
        .isEqualTo(
            """
            not ready
            admission policies: ValidatingAdmissionPolicy glovebox-objects does not exist
            """);
  }

  @Test
  void aliveDoesNotDependOnReady() throws Exception {
    wrong.set("anything");
    assertThat(send("GET", "/livez").statusCode()).isEqualTo(200);
    assertThat(send("GET", "/healthz").statusCode()).isEqualTo(200);
    assertThat(send("GET", "/readyz").statusCode()).isEqualTo(503);
  }

  @Test
  void metricsComeInTheFormatThatPrometheusAsksFor() throws Exception {
    var response = send("GET", "/metrics");
    assertThat(response.body()).isEqualTo("metric 1\n");
    assertThat(response.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/plain; version=0.0.4");
  }

  @Test
  void onlyGetAndOnlyThesePaths() throws Exception {
    assertThat(send("POST", "/metrics").statusCode()).isEqualTo(405);
    assertThat(send("DELETE", "/livez").statusCode()).isEqualTo(405);
    assertThat(send("GET", "/metrics/x").statusCode()).isEqualTo(404);
    assertThat(send("GET", "/").statusCode()).isEqualTo(404);
  }
}
