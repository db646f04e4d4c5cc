package dev.glovebox.api.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The example files as far as they can be judged without an API server, which judges them all. */
class ExampleFilesTest {
  private static final Path EXAMPLES = Path.of("src", "test", "resources", "examples");
  private static final ObjectMapper JSON = new ObjectMapper();

  static List<Path> validTasks() throws IOException {
    return files("sandboxtask", "valid");
  }

  static List<Path> validPolicies() throws IOException {
    return files("sandboxpolicy", "valid");
  }

  @ParameterizedTest
  @MethodSource("validTasks")
  void aValidTaskLosesNothingOnItsWayThroughJava(Path file) throws IOException {
    assertSurvives(file, SandboxTask.class);
  }

  @ParameterizedTest
  @MethodSource("validPolicies")
  void aValidPolicyLosesNothingOnItsWayThroughJava(Path file) throws IOException {
    assertSurvives(file, SandboxPolicy.class);
  }

  @Test
  void everyInvalidFileSaysWhatAUserSees() throws IOException {
    for (String kind : Set.of("sandboxtask", "sandboxpolicy")) {
      for (Path file : files(kind, "invalid")) {
        assertThat(Files.readString(file)).as(file.toString()).startsWith("# message: ");
      }
    }
  }

  @Test
  void everyNameIsUsedOnce() throws IOException {
    for (String kind : Set.of("sandboxtask", "sandboxpolicy")) {
      assertThat(names(files(kind, "valid")))
          .doesNotContainAnyElementsOf(names(files(kind, "invalid")));
    }
  }

  /** Quantities may be numbers in YAML and are text in Java: the only difference allowed. */
  private static void assertSurvives(Path file, Class<? extends CustomResource<?, ?>> kind)
      throws IOException {
    String yaml = Files.readString(file);
    JsonNode written = Serialization.unmarshal(yaml, ObjectNode.class).get("spec");
    JsonNode read =
        JSON.readTree(Serialization.asJson(Serialization.unmarshal(yaml, kind))).get("spec");
    assertThat(asText(read)).isEqualTo(asText(written));
  }

  private static JsonNode asText(JsonNode node) {
    if (node instanceof ObjectNode object) {
      ObjectNode copy = object.objectNode();
      object.properties().forEach(field -> copy.set(field.getKey(), asText(field.getValue())));
      return copy;
    }
    if (node.isArray()) {
      var copy = JSON.createArrayNode();
      node.forEach(item -> copy.add(asText(item)));
      return copy;
    }
    return JSON.getNodeFactory().textNode(node.asText());
  }

  private static Set<String> names(List<Path> files) {
    return files.stream().map(file -> file.getFileName().toString()).collect(Collectors.toSet());
  }

  private static List<Path> files(String kind, String folder) throws IOException {
    try (Stream<Path> all = Files.list(EXAMPLES.resolve(kind).resolve(folder))) {
      return all.sorted().toList();
    }
  }
}
