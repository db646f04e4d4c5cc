package dev.glovebox.api.generate;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The page docs/api.md: every field of every kind, from the definitions themselves. */
final class ReferencePage {
  private static final String HEAD =
      """
      # API reference

      <!-- Made from the CRDs: make generate -->

      Group `glovebox.dev`, version `v1alpha1`. `kubectl explain sandboxtask.spec` shows the same. A field with `[]` is one of a list's items,
      with `{}` one of a map's values. "Required" holds where the object around it is given. Times are RFC 3339.
      """;

  private ReferencePage() {}

  static String render() throws IOException {
    StringBuilder page = new StringBuilder(HEAD);
    for (Class<? extends CustomResource<?, ?>> kind : CrdYaml.KINDS) {
      JsonNode definition = CrdYaml.definition(kind);
      JsonNode schema = definition.at("/spec/versions/0/schema/openAPIV3Schema");
      page.append("\n## %s\n\n".formatted(definition.at("/spec/names/kind").asText()))
          .append(schema.path("description").asText())
          .append(
              "\nShort name `%s`, %s.\n"
                  .formatted(
                      definition.at("/spec/names/shortNames/0").asText(),
                      definition.at("/spec/scope").asText().equals("Namespaced")
                          ? "in a namespace"
                          : "for the whole cluster"));
      for (String part : List.of("spec", "status")) {
        page.append("\n| %s | type | |\n|---|---|---|\n".formatted(part));
        fields(schema.path("properties").path(part), "").forEach(page::append);
      }
    }
    return page.toString();
  }

  private static List<String> fields(JsonNode object, String prefix) {
    List<String> rows = new ArrayList<>();
    List<String> required = new ArrayList<>();
    object.path("required").forEach(name -> required.add(name.asText()));
    for (Map.Entry<String, JsonNode> field : object.path("properties").properties()) {
      JsonNode schema = field.getValue();
      String path = prefix + field.getKey();
      rows.add(
          "| `%s` | %s | %s%s |\n"
              .formatted(
                  path,
                  type(schema),
                  required.contains(field.getKey()) ? "Required. " : "",
                  schema.path("description").asText().replace("|", "\\|")));
      rows.addAll(fields(schema, path + "."));
      rows.addAll(fields(schema.path("items"), path + "[]."));
      rows.addAll(fields(schema.path("additionalProperties"), path + "{}."));
    }
    return rows;
  }

  private static String type(JsonNode schema) {
    if (schema.has("enum")) {
      List<String> values = new ArrayList<>();
      schema.get("enum").forEach(value -> values.add(value.asText()));
      return String.join(", ", values);
    }
    if (schema.path("x-kubernetes-int-or-string").asBoolean()) {
      return "quantity";
    }
    return switch (schema.path("type").asText()) {
      case "array" -> "list of " + type(schema.path("items"));
      case "object" ->
          schema.has("additionalProperties")
              ? "map of " + type(schema.path("additionalProperties"))
              : "object";
      case "string" -> schema.path("format").asText().equals("date-time") ? "time" : "string";
      default -> schema.path("type").asText();
    };
  }
}
