package dev.glovebox.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.glovebox.cli.Failure;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.api.model.ExecConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExecPluginTest {
  @TempDir private Path directory;

  /** Several requests at once would otherwise have it ask its user as many times. */
  @Test
  void aProgramThatFailedIsNotStartedAgainAtOnce() throws IOException {
    Path starts = directory.resolve("starts");
    ExecConfig exec =
        new ExecConfigBuilder()
            .withApiVersion("client.authentication.k8s.io/v1")
            .withCommand("sh")
            .withArgs("-c", "echo >>" + starts + "; exit 3")
            .withInteractiveMode("Never")
            .build();
    var plugin = new ExecPlugin(exec, new Cluster(), directory.resolve("kubeconfig"));
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(plugin::getToken)
          .isInstanceOf(Failure.class)
          .hasMessageContaining("exit code 3");
    }
    assertThat(Files.readAllLines(starts)).hasSize(1);
  }
}
