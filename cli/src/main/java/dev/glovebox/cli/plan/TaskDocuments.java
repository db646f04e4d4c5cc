package dev.glovebox.cli.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The objects of a file, or of a list in it. A field that the API does not have, and a value of
 * another type than a field's, are errors: the API server would not take them either.
 *
 * @param configMaps those that stand in the same file
 * @param others what else stands there, as {@code Kind name}
 */
public record TaskDocuments(
    List<SandboxTask> tasks,
    List<SandboxPolicy> policies,
    List<ConfigMap> configMaps,
    List<String> others) {
  // Plain Jackson fails on unknown properties; the client's own mapper does not. And it makes a
  // text of a number, and a number of a text.
  private static final ObjectMapper STRICT =
      JsonMapper.builder()
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .withCoercionConfig(
              LogicalType.Textual,
              text -> {
                for (CoercionInputShape shape :
                    List.of(
                        CoercionInputShape.Integer,
                        CoercionInputShape.Float,
                        CoercionInputShape.Boolean)) {
                  text.setCoercion(shape, CoercionAction.Fail);
                }
              })
          .build();

  private static final ObjectMapper YAML =
      new YAMLMapper(
          YAMLFactory.builder()
              .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
              .enable(YAMLParser.Feature.EMPTY_STRING_AS_NULL) // the builder forgets that default
              .build());

  public TaskDocuments {
    tasks = List.copyOf(tasks);
    policies = List.copyOf(policies);
    configMaps = List.copyOf(configMaps);
    others = List.copyOf(others);
  }

  /**
   * Parses YAML or JSON.
   *
   * @throws IllegalArgumentException that says what is wrong, in one line
   */
  public static TaskDocuments parse(byte[] text) {
    var documents = new TaskDocuments.Collected();
    trees(text).forEach(documents::add);
    if (documents.count == 0) {
      throw new IllegalArgumentException("there is nothing in it");
    }
    return new TaskDocuments(
        documents.tasks, documents.policies, documents.configMaps, documents.others);
  }

  /**
   * What stands in YAML or JSON, as it is written; empty documents are left out.
   *
   * @throws IllegalArgumentException that says what is wrong, in one line
   */
  public static List<JsonNode> trees(byte[] text) {
    List<JsonNode> trees = new ArrayList<>();
    try (MappingIterator<JsonNode> all = YAML.readerFor(JsonNode.class).readValues(text)) {
      while (all.hasNextValue()) {
        JsonNode tree = all.nextValue();
        if (tree != null && !tree.isNull() && !tree.isMissingNode()) {
          trees.add(tree);
        }
      }
      return trees;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("it is no YAML or JSON: " + DocumentProblem.ofText(e), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("it cannot be read: " + e.getMessage(), e);
    }
  }

  /** What a plan makes nothing of: all but tasks, and the ConfigMaps that they may use. */
  public List<String> leftOut() {
    return Stream.concat(policies.stream().map(TaskDocuments::named), others.stream()).toList();
  }

  /** All but tasks. */
  public List<String> besides() {
    return Stream.concat(configMaps.stream().map(TaskDocuments::named), leftOut().stream())
        .toList();
  }

  private static String named(HasMetadata object) {
    String name = object.getMetadata() == null ? null : object.getMetadata().getName();
    return name == null ? object.getKind() : object.getKind() + " " + name;
  }

  private static final class Collected {
    private final List<SandboxTask> tasks = new ArrayList<>();
    private final List<SandboxPolicy> policies = new ArrayList<>();
    private final List<ConfigMap> configMaps = new ArrayList<>();
    private final List<String> others = new ArrayList<>();
    private int count;

    private void add(JsonNode document) {
      if (document == null || document.isNull() || document.isMissingNode()) {
        return;
      }
      count++;
      String kind = document.path("kind").asText();
      if (kind.isEmpty()) {
        throw new IllegalArgumentException(
            "object %d: it has no kind, so it is no Kubernetes object".formatted(count));
      }
      if (kind.endsWith("List")) {
        document.path("items").forEach(this::add);
      } else if (is(document, SandboxTask.class)) {
        tasks.add(read(document, SandboxTask.class));
      } else if (is(document, SandboxPolicy.class)) {
        policies.add(read(document, SandboxPolicy.class));
      } else if (is(document, ConfigMap.class)) {
        configMaps.add(read(document, ConfigMap.class));
      } else {
        others.add(named(document));
      }
    }

    private static boolean is(JsonNode document, Class<? extends HasMetadata> type) {
      if (!document.path("kind").asText().equals(HasMetadata.getKind(type))) {
        return false;
      }
      String apiVersion = document.path("apiVersion").asText();
      if (!apiVersion.equals(HasMetadata.getApiVersion(type))) {
        throw new IllegalArgumentException(
            "%s: apiVersion: \"%s\" is not %s"
                .formatted(named(document), apiVersion, HasMetadata.getApiVersion(type)));
      }
      return true;
    }

    private static <T> T read(JsonNode document, Class<T> type) {
      try {
        DocumentProblem.refuseFractions("", document);
        T value = STRICT.treeToValue(document, type);
        if (type == SandboxTask.class) {
          TaskSchema.check(document);
        }
        return value;
      } catch (JsonMappingException e) {
        throw new IllegalArgumentException(
            named(document) + ": " + DocumentProblem.ofField(e, document), e);
      } catch (JsonProcessingException e) {
        throw new IllegalArgumentException(named(document) + ": " + DocumentProblem.ofText(e), e);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(named(document) + ": " + e.getMessage(), e);
      }
    }

    private static String named(JsonNode document) {
      JsonNode meta = document.path("metadata");
      String name = meta.path("name").asText(meta.path("generateName").asText());
      return (document.path("kind").asText() + " " + name).strip();
    }
  }
}
