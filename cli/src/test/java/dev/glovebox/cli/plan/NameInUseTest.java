package dev.glovebox.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A task cannot be made beside one of its name. */
class NameInUseTest {
  private static final Instant NOW = Instant.parse("2026-06-01T00:00:00Z");

  private static Outlook outlook(String name, String uid) throws IOException {
    String yaml =
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: SandboxTask
        metadata: {name: %s}
        spec: {image: registry.example.com/tools:1}
        """
            .formatted(name);
    try (var cluster = WholeCluster.start();
        var client =
            new KubernetesClientBuilder()
                .withConfig(
                    new ConfigBuilder()
                        .withMasterUrl(cluster.url())
                        .withNamespace("agents")
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build()) {
      var task = TaskDocuments.parse(yaml.getBytes(StandardCharsets.UTF_8)).tasks().getFirst();
      return Cluster.look(client, List.of(), Clock.fixed(NOW, ZoneOffset.UTC))
          .outlook(PlannedTask.of(task, "agents", uid));
    }
  }

  @Test
  void isTheAnswerWithWhatToDo() throws IOException {
    Outlook outlook = outlook("in-use", null);

    assertThat(outlook.verdict()).isInstanceOf(Outlook.Taken.class);
    assertThat(outlook.plan()).isPresent();
    assertThat(String.join("\n", PlanText.lines(outlook)))
        .contains(
            "would not be made: there is a SandboxTask of this name already; kubectl glovebox inspect -n agents in-use shows it",
            "Another name; or remove that one first")
        .doesNotContain("would run", "assumed: name");
  }

  @Test
  void isNoneOfTheTaskItselfNorOfAnother() throws IOException {
    assertThat(outlook("in-use", "task-1").verdict()).isInstanceOf(Outlook.Runs.class);
    assertThat(outlook("other", null).verdict()).isInstanceOf(Outlook.Runs.class);
  }
}
