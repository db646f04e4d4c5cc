package dev.glovebox.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.fault.Answer;
import dev.glovebox.e2e.fault.ApiServerProxy;
import dev.glovebox.e2e.fault.Fault;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the operator shows of itself and of tasks, with everything turned on. */
@OnCluster
@Tag("local-node")
class ObservationIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String OF_SECRET = "marker-in-the-secret";
  private static final String OF_OUTPUT = "marker-in-the-output";
  private static final String OF_LAST_WORDS = "marker-in-the-last-words";

  private static OperatorAbsence absence;
  private static Workplace workplace;
  private static ApiServerProxy proxy;
  private static OperatorProcess operator;

  @BeforeAll
  static void open(Cluster cluster) {
    absence = OperatorAbsence.begin(cluster);
    workplace = Workplace.open(cluster, "observation");
    proxy = ApiServerProxy.start(cluster, Fault.NONE);
    Map<String, String> environment = OperatorProcess.environment(cluster);
    environment.put("GLOVEBOX_LOG_FORMAT", "json");
    environment.put("GLOVEBOX_LOG_LEVEL", "debug");
    operator = OperatorProcess.onNode(cluster, proxy.url(), environment);
    operator.awaitLeading();
  }

  @AfterAll
  static void close() {
    operator.close();
    proxy.close();
    workplace.close();
    absence.close();
  }

  /** Prints a secret, and words that are nowhere in its spec; then fails with others. */
  private static SandboxTask talkative() {
    var secret =
        new SecretBuilder()
            .withNewMetadata()
            .withName("token")
            .addToLabels("glovebox.dev/usable-by-tasks", "true")
            .endMetadata()
            .addToStringData("token", OF_SECRET)
            .build();
    workplace
        .cluster()
        .client()
        .secrets()
        .inNamespace(workplace.namespace())
        .resource(secret)
        .create();
    return workplace.script(
        "talkative",
        """
        cat /run/secrets/token; echo
        echo marker-in"-the-"output
        echo marker-in"-the-"last-words >/dev/termination-log
        sleep 3
        exit 3""",
        "secrets: [{secretName: token, key: token, path: /run/secrets/token}]\n");
  }

  private static List<JsonNode> log() {
    var mapper = new ObjectMapper();
    return operator
        .output()
        .lines()
        .map(
            line -> {
              try {
                return mapper.readTree(line);
              } catch (JsonProcessingException e) {
                throw new AssertionError("not JSON: " + line, e);
              }
            })
        .toList();
  }

  private static void awaitReadiness(int status, String words) {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(
            () -> {
              var answer = operator.get("/readyz");
              assertThat(answer.body()).contains(words);
              assertThat(answer.status()).isEqualTo(status);
            });
  }

  @Test
  void whatIsShownOfATaskSaysHowItEndedAndNotWhatItKnewOrSaid() {
    talkative();
    SandboxTask task = workplace.finished("talkative");
    assertThat(task.getStatus().reason()).as("%s", task.getStatus()).isEqualTo("ExitNonZero");
    assertThat(workplace.log(task)).contains(OF_SECRET, OF_OUTPUT);
    assertThat(task.getStatus().terminationMessage()).contains(OF_LAST_WORDS);

    await().atMost(PATIENCE).until(() -> workplace.events(task).size() >= 2);
    workplace.delete("talkative");
    assertThat(workplace.events(task))
        .extracting(event -> event.getType() + " " + event.getReason())
        .containsExactlyInAnyOrder("Normal Running", "Warning ExitNonZero");
    assertThat(workplace.events(task).toString())
        .doesNotContain(OF_SECRET, OF_OUTPUT, OF_LAST_WORDS);

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(operator.get("/metrics").body().lines())
                    .contains(
                        "glovebox_tasks_ended_total{class=\"spec\",phase=\"Failed\",reason=\"ExitNonZero\"} 1.0",
                        "glovebox_task_run_duration_seconds_count 1",
                        "glovebox_task_destruction_duration_seconds_count 1",
                        "glovebox_tasks{phase=\"Failed\"} 0.0")
                    .anyMatch(line -> line.startsWith("glovebox_api_requests_total{code=\"200\"")));
    assertThat(operator.get("/metrics").body())
        .doesNotContain(workplace.namespace(), "talkative", OF_SECRET, OF_OUTPUT, OF_LAST_WORDS);

    List<JsonNode> about =
        log().stream().filter(line -> line.path("task").asText().equals("talkative")).toList();
    assertThat(about)
        .as("debugging is on")
        .hasSizeGreaterThan(10)
        .allSatisfy(
            line -> {
              assertThat(line.path("namespace").asText()).isEqualTo(workplace.namespace());
              assertThat(line.path("uid").asText()).isEqualTo(task.getMetadata().getUid());
              assertThat(line.has("step") && line.has("reason")).as("%s", line).isTrue();
            })
        .anyMatch(line -> line.path("step").asText().equals("PlanStep"))
        .anyMatch(
            line ->
                line.path("message").asText().equals("task ended")
                    && line.path("reason").asText().equals("ExitNonZero"));
    assertThat(operator.output()).doesNotContain(OF_SECRET, OF_OUTPUT, OF_LAST_WORDS);
  }

  @Test
  void whoHearsOfNoChangesIsNotReadyUntilItDoes() {
    awaitReadiness(200, "ready");
    proxy.fault(
        call ->
            call.what().equals("watch nodes")
                ? new Answer.Refuse(503, "ServiceUnavailable")
                : new Answer.Forward());
    proxy.cutWatches("nodes");
    try {
      awaitReadiness(503, "watches: interrupted, so what is known may be old: nodes");
      assertThat(operator.get("/healthz").status()).as("not ready is not dead").isEqualTo(200);
      assertThat(operator.get("/metrics").body()).contains("glovebox_ready 0.0");
    } finally {
      proxy.fault(Fault.NONE);
    }
    awaitReadiness(200, "ready");
    assertThat(operator.get("/metrics").body()).contains("glovebox_ready 1.0");
  }
}
