package dev.glovebox.cli.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The objects of a file, or of a list in it. A field of a task that the API does not have is an
 * error: the API server would not take it either.
 *
 * @param configMaps those that stand in the same file
 */
public record TaskDocuments(
    List<SandboxTask> tasks, List<SandboxPolicy> policies, List<ConfigMap> configMaps) {
  // Plain Jackson fails on unknown properties; the client's own mapper does not.
  private static final ObjectMapper STRICT = new ObjectMapper();

  public TaskDocuments {
    tasks = List.copyOf(tasks);
    policies = List.copyOf(policies);
    configMaps = List.copyOf(configMaps);
  }

  /**
   * Parses YAML or JSON.
   *
   * @throws IllegalArgumentException that says what is wrong, in one line
   */
  public static TaskDocuments parse(byte[] text) {
    var documents = new TaskDocuments.Collected();
    try (MappingIterator<JsonNode> all =
        new YAMLMapper().readerFor(JsonNode.class).readValues(text)) {
      while (all.hasNextValue()) {
        documents.add(all.nextValue());
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(said(e), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("it cannot be read: " + e.getMessage(), e);
    }
    return new TaskDocuments(documents.tasks, documents.policies, documents.configMaps);
  }

  private static String said(JsonProcessingException e) {
    String first = String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
    String where =
        e instanceof com.fasterxml.jackson.databind.JsonMappingException mapping
            ? path(mapping)
            : e.getLocation() == null ? "" : "line %d: ".formatted(e.getLocation().getLineNr());
    return where + first;
  }

  private static String path(com.fasterxml.jackson.databind.JsonMappingException e) {
    var path = new StringBuilder();
    for (var step : e.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return path.isEmpty() ? "" : path + ": ";
  }

  private static final class Collected {
    private final List<SandboxTask> tasks = new ArrayList<>();
    private final List<SandboxPolicy> policies = new ArrayList<>();
    private final List<ConfigMap> configMaps = new ArrayList<>();

    private void add(JsonNode document) throws JsonProcessingException {
      if (document == null || document.isNull() || document.isMissingNode()) {
        return;
      }
      if (document.path("kind").asText().endsWith("List")) {
        for (JsonNode item : document.path("items")) {
          add(item);
        }
      } else if (is(document, SandboxTask.class)) {
        tasks.add(STRICT.treeToValue(document, SandboxTask.class));
      } else if (is(document, SandboxPolicy.class)) {
        policies.add(STRICT.treeToValue(document, SandboxPolicy.class));
      } else if (is(document, ConfigMap.class)) {
        configMaps.add(STRICT.treeToValue(document, ConfigMap.class));
      }
    }

    private static boolean is(JsonNode document, Class<? extends HasMetadata> type) {
      return document.path("kind").asText().equals(HasMetadata.getKind(type))
          && document.path("apiVersion").asText().equals(HasMetadata.getApiVersion(type));
    }
  }
}
