package dev.glovebox.api.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The YAML in the repository is what people install; it must be what the classes say. */
class CommittedYamlTest {
  /** Surefire runs in the module's directory. */
  private static final Path DIRECTORY = Path.of("yaml");

  /** The API's own limit: agent-sandbox's CRDs have 400 KB, too long for anyone to read. */
  private static final int MOST_BYTES = 60 * 1024;

  /** {@code make generate} sets the property; then the files are written before they are read. */
  @BeforeAll
  static void regenerate() throws IOException {
    if (Boolean.getBoolean("glovebox.regenerate")) {
      Files.createDirectories(DIRECTORY);
      for (Map.Entry<String, String> file : CrdYaml.files().entrySet()) {
        Files.writeString(DIRECTORY.resolve(file.getKey()), file.getValue());
      }
    }
  }

  @Test
  void theCommittedYamlIsWhatTheClassesGenerate() throws IOException {
    assertThat(committed())
        .as("The classes and crds/yaml differ. Run: %s", CrdYaml.COMMAND)
        .isEqualTo(new TreeMap<>(CrdYaml.files()));
  }

  @Test
  void allDefinitionsTogetherAreUnder60KiB() throws IOException {
    int bytes =
        committed().values().stream()
            .mapToInt(text -> text.getBytes(StandardCharsets.UTF_8).length)
            .sum();
    assertThat(bytes).isBetween(1, MOST_BYTES - 1);
  }

  @Test
  void nothingInThemIsATemplateToHelm() throws IOException {
    assertThat(committed().values()).isNotEmpty().noneMatch(text -> text.contains("{{"));
  }

  private static Map<String, String> committed() throws IOException {
    Map<String, String> files = new TreeMap<>();
    Set<Path> paths;
    try (Stream<Path> listed = Files.list(DIRECTORY)) {
      paths = listed.collect(Collectors.toSet());
    }
    for (Path path : paths) {
      files.put(path.getFileName().toString(), Files.readString(path));
    }
    return files;
  }
}
