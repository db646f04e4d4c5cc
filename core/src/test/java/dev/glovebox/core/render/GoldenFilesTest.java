package dev.glovebox.core.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.glovebox.core.plan.Plan;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What each plan of {@link PlanCases} renders to, file by file. After a change that is wanted: run
 * with {@code -Dgolden.update=true} and read the diff.
 *
 * <p>The files {@code admitted-*.json} beside them are for {@code AdmittedObjectTest}.
 */
class GoldenFilesTest {
  private static final Path ROOT = Path.of("src/test/resources/golden");
  private static final boolean UPDATE = Boolean.getBoolean("golden.update");
  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          // A version or a time that YAML would read as a number stays a text.
          .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
          .build();

  @TestFactory
  Stream<DynamicTest> eachPlanRendersToItsGoldenFiles() {
    return PlanCases.all().entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey(), () -> compare(ROOT.resolve(entry.getKey()), entry.getValue())));
  }

  @Test
  void noGoldenFileIsWithoutAPlan() throws IOException {
    var expected = new TreeSet<String>();
    PlanCases.all()
        .forEach(
            (name, plan) ->
                rendered(plan).keySet().forEach(file -> expected.add(name + "/" + file)));
    try (var files = Files.walk(ROOT)) {
      Set<String> found =
          files
              .filter(file -> file.getFileName().toString().startsWith("out-"))
              .map(file -> ROOT.relativize(file).toString())
              .collect(TreeSet::new, Set::add, Set::addAll);
      assertThat(found).isEqualTo(expected);
    }
  }

  private static void compare(Path directory, Plan plan) throws IOException {
    for (var file : rendered(plan).entrySet()) {
      var path = directory.resolve(file.getKey());
      if (UPDATE) {
        Files.createDirectories(directory);
        Files.writeString(path, file.getValue());
      }
      assertThat(file.getValue()).as(path.toString()).isEqualTo(Files.readString(path));
    }
  }

  private static Map<String, String> rendered(Plan plan) {
    var files = new LinkedHashMap<String, String>();
    var objects = Rendered.of(plan);
    Stream.concat(Stream.of(objects.pod(), objects.networkPolicy()), objects.claim().stream())
        .forEach(
            (HasMetadata object) -> files.put("out-" + object.getKind() + ".yaml", yaml(object)));
    return files;
  }

  private static String yaml(HasMetadata object) {
    try {
      return YAML.writeValueAsString(ObjectJson.of(object));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
