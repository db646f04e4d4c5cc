package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Checkout;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Command;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tasks that people copy end as their first lines say. */
@OnCluster
class ManifestExamplesIT {
  private static final Pattern ENDS_AS = Pattern.compile("(?m)^# Ends as: (\\w+)(?:/(\\w+))?$");

  @TempDir Path temporary;

  static Stream<String> examples() throws IOException {
    try (Stream<Path> files = Files.list(Checkout.file("manifests/examples"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".yaml"))
          .map(file -> file.substring(0, file.length() - ".yaml".length()))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void endsAsItsFirstLinesSay(String example, Cluster cluster) throws IOException {
    Matcher promised =
        ENDS_AS.matcher(Files.readString(Checkout.file("manifests/examples/" + example + ".yaml")));
    assertThat(promised.find()).as("%s says how it ends", example).isTrue();
    try (Workplace workplace = Workplace.open(cluster, "example")) {
      String filled =
          Command.of(Checkout.file("cluster/example").toString(), example)
              .with("IMAGE", workplace.busybox())
              .with("API_SERVER", cluster.apiServerAddress())
              .succeed();
      Path file = Files.writeString(temporary.resolve(example + ".yaml"), filled);
      cluster.kubectl("-n", workplace.namespace(), "apply", "-f", file.toString()).succeed();
      if (example.equals("cancel")) {
        workplace.inPhase(example, "Running");
        cluster
            .kubectl(
                "-n",
                workplace.namespace(),
                "patch",
                "sandboxtask",
                "cancel",
                "--type",
                "merge",
                "-p",
                "{\"spec\":{\"desiredState\":\"Cancelled\"}}")
            .succeed();
      }

      SandboxTask task = workplace.finished(example);

      assertThat(task.getStatus().phase().name())
          .as("%s", task.getStatus())
          .isEqualTo(promised.group(1));
      if (promised.group(2) != null) {
        assertThat(task.getStatus().reason()).isEqualTo(promised.group(2));
      }
    }
  }
}
