package dev.glovebox.operator.write;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.operator.observe.TaskCounts;
import dev.glovebox.operator.observe.TaskMetrics;
import dev.glovebox.operator.status.StatusDraft;
import dev.glovebox.operator.write.ClusterWriter.Precondition;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What goes over the wire, and what each answer is taken for. The server here is on loopback. */
class ApiServerWriterTest {
  private final List<String> requests = new ArrayList<>();
  private final List<String> counted = new ArrayList<>();
  private HttpServer server;
  private KubernetesClient client;
  private ClusterWriter writer;
  private int code = 200;
  private String body = "{}";

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    client =
        new KubernetesClientBuilder()
            .withConfig(
                new ConfigBuilder()
                    .withMasterUrl(url)
                    .withRequestRetryBackoffLimit(0)
                    .withRequestTimeout(1000)
                    .build())
            .build();
    writer = new ApiServerWriter(client, new Counting());
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  @ParameterizedTest(name = "{0} {1} is {2}")
  @CsvSource({
    "200, '', Done",
    "201, '', Done",
    "404, NotFound, NotFound",
    "409, AlreadyExists, AlreadyExists",
    "409, Conflict, Conflict",
    "403, Forbidden, Rejected",
    "422, Invalid, Rejected",
    "401, Unauthorized, Unavailable",
    "429, TooManyRequests, Unavailable",
    "500, InternalError, Unavailable",
    "503, ServiceUnavailable, Unavailable"
  })
  void eachAnswerHasOneMeaning(int status, String reason, String expected) {
    code = status;
    body = "{\"kind\":\"Status\",\"reason\":\"%s\",\"message\":\"said\"}".formatted(reason);

    assertThat(writer.create(ObjectKind.POD, pod()).getClass().getSimpleName()).isEqualTo(expected);
  }

  @Test
  void noAnswerIsNotANo() {
    server.stop(0);

    assertThat(writer.create(ObjectKind.POD, pod())).isInstanceOf(WriteResult.Unavailable.class);
    assertThat(counted).containsExactly("Pod create Unavailable");
  }

  @Test
  void anAnswerThatIsNotJsonIsNotAYes() {
    body = "<html>";

    assertThat(writer.create(ObjectKind.POD, pod())).isInstanceOf(WriteResult.Unavailable.class);
  }

  @Test
  void aFieldThatNoModelKnowsIsSeen() {
    body = "{\"spec\":{\"somethingNew\":true}}";

    var done = (WriteResult.Done) writer.create(ObjectKind.POD, pod());

    assertThat(done.object().at("/spec/somethingNew").asBoolean()).isTrue();
  }

  @Test
  void aReleaseIsForTheComparedVersionOnly() {
    writer.release("agents", "gbx-a", "41", "spec.volumes:00");

    assertThat(requests)
        .containsExactly(
            "PATCH /api/v1/namespaces/agents/pods/gbx-a?fieldManager=glovebox-operator"
                + " application/json-patch+json"
                + " [{\"op\":\"test\",\"path\":\"/metadata/resourceVersion\",\"value\":\"41\"},"
                + "{\"op\":\"remove\",\"path\":\"/spec/schedulingGates\"},"
                + "{\"op\":\"add\",\"path\":\"/metadata/annotations/glovebox.dev~1held-pod\","
                + "\"value\":\"spec.volumes:00\"}]");
  }

  @Test
  void aDeletionIsForOneObjectOnlyAndNeverForced() {
    writer.delete(ObjectKind.POD, "agents", "gbx-a", Precondition.uid("u1"));

    assertThat(requests.getFirst())
        .startsWith("DELETE /api/v1/namespaces/agents/pods/gbx-a ")
        .contains("\"preconditions\":{\"uid\":\"u1\"}")
        .doesNotContain("gracePeriodSeconds");
  }

  @Test
  void aKillLeavesOneSecondAndIsForOneObjectOnly() {
    writer.killPod("agents", "gbx-a", "u1");

    assertThat(requests.getFirst())
        .startsWith("DELETE /api/v1/namespaces/agents/pods/gbx-a ")
        .contains("\"preconditions\":{\"uid\":\"u1\"}", "\"gracePeriodSeconds\":1,");
  }

  @Test
  void aStatusCarriesTheVersionThatItWasDecidedOnAndNothingElseOfTheTask() {
    var task = new SandboxTask();
    task.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("agents")
            .withName("a")
            .withUid("u1")
            .withResourceVersion("41")
            .withLabels(java.util.Map.of("a", "b"))
            .build());

    writer.status(task, StatusDraft.of(task).phase(Phase.Pending).build(Instant.EPOCH));

    assertThat(requests.getFirst())
        .startsWith(
            "PUT /apis/glovebox.dev/v1alpha1/namespaces/agents/sandboxtasks/a/status"
                + "?fieldManager=glovebox-operator application/json")
        .contains("\"resourceVersion\":\"41\"", "\"phase\":\"Pending\"")
        .doesNotContain("labels", "spec");
  }

  @Test
  void everyWriteIsCountedByKindVerbAndOutcome() {
    writer.create(ObjectKind.POD, pod());
    code = 409;
    writer.create(ObjectKind.POD, pod());
    writer.delete(ObjectKind.CLAIM, "agents", "gbx-a", Precondition.uid("u1"));

    assertThat(counted)
        .containsExactly(
            "Pod create Done", "Pod create Conflict", "PersistentVolumeClaim delete Conflict");
  }

  private void answer(HttpExchange exchange) throws IOException {
    String sent = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    requests.add(
        "%s %s %s %s"
            .formatted(
                exchange.getRequestMethod(),
                exchange.getRequestURI(),
                exchange.getRequestHeaders().getFirst("Content-Type"),
                sent));
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(code, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static Pod pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("agents")
        .withName("gbx-a")
        .endMetadata()
        .build();
  }

  private final class Counting implements TaskMetrics {
    @Override
    public void riskTaken(Risk risk) {}

    @Override
    public void isolationLost(String what) {}

    @Override
    public void ended(Phase phase, String reason) {}

    @Override
    public void step(String step, Duration took) {}

    @Override
    public void apiWrite(String kind, String verb, String outcome) {
      counted.add(kind + " " + verb + " " + outcome);
    }

    @Override
    public void createdToReleased(Duration took) {}

    @Override
    public void provedToRunning(Duration took) {}

    @Override
    public void ran(Duration took) {}

    @Override
    public void destroyed(Duration took) {}

    @Override
    public void show(TaskCounts counts) {}
  }
}
