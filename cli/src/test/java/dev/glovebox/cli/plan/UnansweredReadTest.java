package dev.glovebox.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.cli.plan.WholeCluster.Fault;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every read of a plan, one at a time, is answered by an error or by nothing. */
class UnansweredReadTest {
  private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

  /** Without it nothing can be said of a task at all: the command ends with 69. */
  private static final String POLICY = "/apis/glovebox.dev/v1alpha1/sandboxpolicies/default";

  /** So that no read but the silent one lasts so long, on a slow machine either. */
  private static final int AT_ONCE = 10;

  /** Twice so many milliseconds pass before a read is called silent. */
  private static final int SILENCE = 5_000;

  private static final int ANSWER = 10_000;

  private static final String TASK =
      """
      apiVersion: glovebox.dev/v1alpha1
      kind: SandboxTask
      metadata: {name: hello}
      spec:
        image: registry.example.com/tools:1
        configMaps: [{name: tools, mountPath: /context}]
        network: {mode: Internet}
      """;

  /** What one plan said, or that it said nothing. */
  private record Said(String path, Outlook outlook, NotAnswered nothing) {}

  @ParameterizedTest
  @EnumSource
  void isUnknownWhateverItIsOf(Fault fault) throws Exception {
    Set<String> reads;
    try (var cluster = WholeCluster.start()) {
      Outlook whole = outlook(cluster, ANSWER);
      assertThat(whole.verdict()).as("the control: %s", whole).isInstanceOf(Outlook.Runs.class);
      assertThat(whole.hasUnknowns()).as("the control: %s", whole.open()).isFalse();
      reads = cluster.asked();
    }
    assertThat(reads).hasSizeGreaterThan(15).noneMatch(path -> path.contains("/secrets"));

    for (Said said : each(reads, fault)) {
      if (said.path.equals(POLICY)) {
        assertThat(said.nothing).as("%s", said).isNotNull();
        continue;
      }
      assertThat(said.nothing).as("%s", said).isNull();
      assertThat(said.outlook.verdict()).as("%s", said).isInstanceOf(Outlook.Runs.class);
      assertThat(said.outlook.hasUnknowns()).as("%s", said).isTrue();
      assertThat(String.join("\n", PlanText.lines(said.outlook)))
          .as("%s", said)
          .contains("nothing that is known speaks against it")
          .containsPattern(
              switch (fault) {
                case FORBIDDEN -> "unknown: .*forbidden on purpose";
                case BROKEN -> "unknown: .*broken on purpose";
                case SILENT -> "unknown: .*(?i:time)";
              });
    }
  }

  /** Some at the same time: a read that fails is tried again after a pause. */
  private static List<Said> each(Set<String> reads, Fault fault)
      throws InterruptedException, ExecutionException {
    List<Future<Said>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      reads.forEach(path -> all.add(threads.submit(() -> said(path, fault))));
    }
    List<Said> said = new ArrayList<>();
    for (Future<Said> one : all) {
      said.add(one.get());
    }
    return said;
  }

  private static Said said(String path, Fault fault) throws IOException {
    try (var cluster = WholeCluster.without(path, fault)) {
      return new Said(path, outlook(cluster, fault == Fault.SILENT ? SILENCE : ANSWER), null);
    } catch (NotAnswered e) {
      return new Said(path, null, e);
    }
  }

  private static Outlook outlook(WholeCluster cluster, int timeoutMillis) {
    var config =
        new ConfigBuilder()
            .withMasterUrl(cluster.url())
            .withNamespace("agents")
            .withRequestTimeout(timeoutMillis)
            .withRequestRetryBackoffLimit(0)
            .build();
    try (KubernetesClient client = new KubernetesClientBuilder().withConfig(config).build()) {
      var task = TaskDocuments.parse(TASK.getBytes(StandardCharsets.UTF_8)).tasks().getFirst();
      return Cluster.look(client, List.of(), Clock.fixed(NOW, ZoneOffset.UTC))
          .outlook(PlannedTask.of(task, "agents", null));
    }
  }
}
