package dev.glovebox.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.net.BlockList;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rules of the spec are written twice, in the CRD and here, because a CRD can be edited. Where
 * both can judge they must say the same of crds/'s example files.
 */
class CrdAgreementTest {
  private static final Path EXAMPLES =
      Path.of("..", "crds", "src", "test", "resources", "examples", "sandboxtask");

  /**
   * None of these gives a task more than it may have: sizes that bound the cost of judging, another
   * spelling of the same, types that Java converts, and names that no object has.
   */
  private static final Set<String> ONLY_IN_THE_CRD =
      Set.of(
          "args-with-a-number",
          "cidr-not-canonical",
          "destinations-too-many",
          "env-too-many",
          "env-value-a-number",
          "network-none-with-empty-allow",
          "port-twice",
          "risk-twice",
          "run-too-long",
          "runtime-not-a-name",
          "runtimes-empty",
          "runtimes-too-many",
          "workspace-class-empty");

  private static final Facts.NamespaceFacts NAMESPACE =
      new Facts.NamespaceFacts("agents", Map.of(), Map.of());

  static List<Path> validFiles() throws IOException {
    return files("valid");
  }

  @ParameterizedTest
  @MethodSource("validFiles")
  void whatTheCrdAcceptsHasNoProblemHere(Path file) throws IOException {
    assertThat(problems(readable(file).orElseThrow())).isEmpty();
  }

  @Test
  void whatTheCrdRefusesIsRefusedHereTooButForSizesAndSpellings() throws IOException {
    List<String> passed = new ArrayList<>();
    for (Path file : files("invalid")) {
      Optional<SandboxTask> task = readable(file);
      if (task.isPresent() && problems(task.get()).isEmpty()) {
        passed.add(file.getFileName().toString().replace(".yaml", ""));
      }
    }
    assertThat(passed).containsExactlyInAnyOrderElementsOf(ONLY_IN_THE_CRD);
  }

  private static List<Refusal> problems(SandboxTask task) {
    return SpecRules.problems(task, NAMESPACE, BlockList.builtIn());
  }

  /** Empty when no Java object can hold what the file says, so that no planner ever sees it. */
  private static Optional<SandboxTask> readable(Path file) throws IOException {
    String yaml = Files.readString(file);
    try {
      return Optional.of(Serialization.unmarshal(yaml, SandboxTask.class));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static List<Path> files(String folder) throws IOException {
    try (Stream<Path> all = Files.list(EXAMPLES.resolve(folder))) {
      return all.sorted().toList();
    }
  }
}
