package dev.glovebox.e2e.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.e2e.cluster.Checkout;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each example file of crds/ does at the API server what its folder and first line say. */
@OnCluster(OnCluster.Needs.CRDS)
class ExampleFilesIT {
  private static final Path EXAMPLES = Checkout.file("crds/src/test/resources/examples");
  private static final String MESSAGE = "# message: ";

  private static Submission submission;

  @BeforeAll
  static void open(Cluster cluster) {
    submission = new Submission(cluster);
  }

  static List<Path> validFiles() throws IOException {
    return files("valid");
  }

  static List<Path> invalidFiles() throws IOException {
    return files("invalid");
  }

  @ParameterizedTest
  @MethodSource("validFiles")
  void aValidFileIsAccepted(Path file) throws IOException {
    submission.judge(Submission.read(Files.readString(EXAMPLES.resolve(file))));
  }

  @ParameterizedTest
  @MethodSource("invalidFiles")
  void anInvalidFileIsRefusedWithTheMessageItNames(Path file) throws IOException {
    String text = Files.readString(EXAMPLES.resolve(file));
    assertThat(text).startsWith(MESSAGE);
    String message = text.lines().findFirst().orElseThrow().substring(MESSAGE.length());
    ObjectNode object = Submission.read(text);
    assertThat(Submission.refusal(file.toString(), () -> submission.judge(object)))
        .contains(message);
  }

  @Test
  void thereAreAtLeast60InvalidTasks() throws IOException {
    assertThat(invalidFiles().stream().filter(file -> file.startsWith("sandboxtask")))
        .hasSizeGreaterThanOrEqualTo(60);
  }

  @Test
  void noRefusalSaysHowIsolationCanBeGivenUp() throws IOException {
    for (Path file : invalidFiles()) {
      String text = Files.readString(EXAMPLES.resolve(file));
      if (text.contains("dangerouslyAllow")) {
        continue; // Whoever wrote the word knows it.
      }
      ObjectNode object = Submission.read(text);
      assertThat(Submission.refusal(file.toString(), () -> submission.judge(object)))
          .doesNotContain("dangerouslyAllow", "ReservedMountPath");
    }
  }

  private static List<Path> files(String folder) throws IOException {
    try (Stream<Path> all = Files.walk(EXAMPLES)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> file.getParent().endsWith(folder))
          .map(EXAMPLES::relativize)
          .sorted()
          .toList();
    }
  }
}
