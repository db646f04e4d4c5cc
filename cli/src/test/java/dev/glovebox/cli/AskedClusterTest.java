package dev.glovebox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.cli.complete.Cluster.Flags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a shell is told of a cluster, and how long it waits for that. */
class AskedClusterTest {
  private static final Duration LONG = Duration.ofSeconds(90);
  private static final String TASKS =
      """
      {"apiVersion": "glovebox.dev/v1alpha1", "kind": "SandboxTaskList", "metadata": {}, "items": [
        {"apiVersion": "glovebox.dev/v1alpha1", "kind": "SandboxTask", "metadata": {"name": "hello"}}]}""";

  @TempDir private Path directory;

  private Flags flags(Answers server) throws IOException {
    Path kubeconfig =
        Files.writeString(
            directory.resolve("kubeconfig"),
            """
            clusters: [{name: a, cluster: {server: "%s"}}]
            contexts: [{name: work, context: {cluster: a}}]
            current-context: work
            """
                .formatted(server.address("http")));
    return new Flags(kubeconfig.toString(), null, null);
  }

  @Test
  void namesAreThoseThatItHas() throws IOException {
    try (var server = new Answers(null, Answers.http("200 OK", "application/json", TASKS))) {
      assertThat(new AskedCluster(LONG, LONG).tasks(flags(server))).containsExactly("hello");
    }
  }

  @Test
  void aSilentOneIsWaitedForNoLongerThanForAnAnswer() throws IOException {
    try (var server = new Answers(null, null)) {
      long begun = System.nanoTime();
      assertThat(new AskedCluster(Duration.ofSeconds(1), LONG).tasks(flags(server))).isEmpty();
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(LONG.dividedBy(2));
    }
  }
}
