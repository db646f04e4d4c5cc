package dev.glovebox.api.generate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What must hold for every field of every kind, found by walking the generated schemas. */
class SchemaLimitsTest {
  static final List<Class<? extends CustomResource<?, ?>>> KINDS = CrdYaml.KINDS;

  private record Field(String path, JsonNode schema) {}

  @ParameterizedTest
  @FieldSource("KINDS")
  void everyListHasAMostAndAListType(Class<? extends CustomResource<?, ?>> kind)
      throws IOException {
    assertThat(failing(kind, "array", s -> s.has("maxItems") && s.has("x-kubernetes-list-type")))
        .isEmpty();
  }

  @ParameterizedTest
  @FieldSource("KINDS")
  void everyListOfTypeMapHasKeysThatAreRequiredOrDefaulted(
      Class<? extends CustomResource<?, ?>> kind) throws IOException {
    assertThat(
            failing(
                kind,
                "array",
                s -> !"map".equals(s.path("x-kubernetes-list-type").asText()) || keysAreThere(s)))
        .isEmpty();
  }

  @ParameterizedTest
  @FieldSource("KINDS")
  void everyStringIsBounded(Class<? extends CustomResource<?, ?>> kind) throws IOException {
    assertThat(failing(kind, "string", s -> s.has("maxLength") || s.has("enum") || s.has("format")))
        .isEmpty();
  }

  @ParameterizedTest
  @FieldSource("KINDS")
  void everyMapHasAMost(Class<? extends CustomResource<?, ?>> kind) throws IOException {
    assertThat(
            failing(kind, "object", s -> !s.has("additionalProperties") || s.has("maxProperties")))
        .isEmpty();
  }

  @ParameterizedTest
  @FieldSource("KINDS")
  void everyIntegerFitsItsJavaType(Class<? extends CustomResource<?, ?>> kind) throws IOException {
    assertThat(
            failing(
                kind,
                "integer",
                s ->
                    "int64".equals(s.path("format").asText())
                        || (s.has("minimum") && s.has("maximum"))))
        .isEmpty();
  }

  @ParameterizedTest
  @FieldSource("KINDS")
  void everyQuantityIsBounded(Class<? extends CustomResource<?, ?>> kind) throws IOException {
    assertThat(
            fields(kind).stream()
                .filter(f -> f.schema().has("x-kubernetes-int-or-string"))
                .filter(f -> !f.schema().has("maxLength"))
                .map(Field::path))
        .isEmpty();
  }

  @ParameterizedTest
  @FieldSource("KINDS")
  void everyFieldHasADescription(Class<? extends CustomResource<?, ?>> kind) throws IOException {
    assertThat(
            fields(kind).stream()
                .filter(f -> !f.path().endsWith("[]") && !f.path().endsWith("{}"))
                .filter(f -> f.schema().path("description").asText().isEmpty())
                .map(Field::path))
        .isEmpty();
  }

  @ParameterizedTest
  @FieldSource("KINDS")
  void noFieldTakesWhatTheSchemaDoesNotKnow(Class<? extends CustomResource<?, ?>> kind)
      throws IOException {
    assertThat(fields(kind))
        .isNotEmpty()
        .noneMatch(f -> f.schema().has("x-kubernetes-preserve-unknown-fields"));
  }

  @ParameterizedTest
  @FieldSource("KINDS")
  void everyRuleSaysWhatIsWrong(Class<? extends CustomResource<?, ?>> kind) throws IOException {
    for (Field field : fields(kind)) {
      for (JsonNode rule : field.schema().path("x-kubernetes-validations")) {
        assertThat(rule.path("message").asText() + rule.path("messageExpression").asText())
            .as("%s: %s", field.path(), rule.path("rule"))
            .isNotEmpty();
      }
    }
  }

  @Test
  void theWalkFindsWhatLiesDeep() throws IOException {
    assertThat(fields(CrdYaml.KINDS.get(0)))
        .extracting(Field::path)
        .contains(
            "spec.network.allow[].ports[].port",
            "spec.network.dns.servers[]",
            "status.isolation.probe.capabilities[]");
    assertThat(fields(CrdYaml.KINDS.get(1)))
        .extracting(Field::path)
        .contains("spec.pods.labels{}", "spec.resources.default.memory");
  }

  private static boolean keysAreThere(JsonNode list) {
    for (JsonNode key : list.path("x-kubernetes-list-map-keys")) {
      JsonNode items = list.get("items");
      boolean required = items.path("required").toString().contains(key.toString());
      if (!required && !items.path("properties").path(key.asText()).has("default")) {
        return false;
      }
    }
    return list.has("x-kubernetes-list-map-keys");
  }

  /** Paths of the fields of a type that do not hold what they must. */
  private static List<String> failing(
      Class<? extends CustomResource<?, ?>> kind, String type, Predicate<JsonNode> holds)
      throws IOException {
    return fields(kind).stream()
        .filter(f -> type.equals(f.schema().path("type").asText()))
        .filter(f -> !holds.test(f.schema()))
        .map(Field::path)
        .toList();
  }

  private static List<Field> fields(Class<? extends CustomResource<?, ?>> kind) throws IOException {
    ObjectNode crd = CrdYaml.definition(kind);
    List<Field> fields = new ArrayList<>();
    walk("", crd.at("/spec/versions/0/schema/openAPIV3Schema"), fields);
    return fields;
  }

  private static void walk(String path, JsonNode schema, List<Field> fields) {
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      String below = path.isEmpty() ? property.getKey() : path + "." + property.getKey();
      add(below, property.getValue(), fields);
    }
    if (schema.has("items")) {
      add(path + "[]", schema.get("items"), fields);
    }
    if (schema.has("additionalProperties")) {
      add(path + "{}", schema.get("additionalProperties"), fields);
    }
  }

  private static void add(String path, JsonNode schema, List<Field> fields) {
    fields.add(new Field(path, schema));
    walk(path, schema, fields);
  }
}
