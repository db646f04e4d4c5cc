package dev.glovebox.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;

/**
 * What the schema of the CRD says of a task's spec, which the API server holds every task against:
 * what must be set, lengths, bounds, patterns and words. Its CEL rules are not evaluated here.
 */
final class TaskSchema {
  /** As long as a message may show. */
  private static final int SHOWN = 60;

  /** Read once, and only where a task is planned. Packed with this program as it is. */
  private static final class Crd {
    private static final JsonNode SPEC = spec();

    private static JsonNode spec() {
      try (InputStream crd =
          TaskSchema.class.getResourceAsStream("sandboxtasks.glovebox.dev.yaml")) {
        return new YAMLMapper()
            .readTree(crd)
            .requiredAt("/spec/versions/0/schema/openAPIV3Schema/properties/spec");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private TaskSchema() {}

  /**
   * Accepts what the API server would.
   *
   * @param document of a task, whose fields have the types that they must have
   * @throws IllegalArgumentException that names the field, what stands there and the limit
   */
  static void check(JsonNode document) {
    if (!document.hasNonNull("spec")) {
      throw new IllegalArgumentException("spec: it must be set");
    }
    check("spec", Crd.SPEC, document.path("spec"));
    JsonNode allow = document.at("/spec/network/allow");
    if (allow.isArray() && allow.isEmpty()) { // by two CEL rules, whatever the mode is
      throw new IllegalArgumentException(
          "spec.network.allow: it is empty: list what mode Allowlist may reach, or remove allow");
    }
  }

  private static void check(String path, JsonNode schema, JsonNode node) {
    if (node.isArray()) {
      size(path, schema, "entries", node.size(), "minItems", "maxItems");
      for (int i = 0; i < node.size(); i++) {
        check("%s[%d]".formatted(path, i), schema.path("items"), node.get(i));
      }
    } else if (node.isTextual()) {
      String text = node.textValue();
      int length = text.codePointCount(0, text.length());
      size(path, schema, "characters", length, "minLength", "maxLength");
      word(path, schema, text);
    } else if (node.isIntegralNumber()) {
      bounds(path, schema, node.longValue());
    } else if (node.isObject()) {
      for (JsonNode field : schema.path("required")) {
        if (!node.hasNonNull(field.textValue())) {
          throw new IllegalArgumentException(
              "%s.%s: it must be set".formatted(path, field.textValue()));
        }
      }
      node.properties()
          .forEach(
              field ->
                  check(
                      path + "." + field.getKey(),
                      schema.path("properties").path(field.getKey()),
                      field.getValue()));
    }
  }

  private static void size(
      String path, JsonNode schema, String what, int size, String least, String most) {
    if (size < schema.path(least).asInt(0)) {
      throw new IllegalArgumentException(
          "%s: it has %d %s, and must have at least %d; leave it out where it is not meant"
              .formatted(path, size, what, schema.path(least).asInt()));
    }
    if (size > schema.path(most).asInt(Integer.MAX_VALUE)) {
      throw new IllegalArgumentException(
          "%s: it has %d %s, and may have at most %d"
              .formatted(path, size, what, schema.path(most).asInt()));
    }
  }

  private static void word(String path, JsonNode schema, String text) {
    String shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    String pattern = schema.path("pattern").textValue();
    // Each is anchored at both ends; unlike find(), this takes no newline behind the last.
    if (pattern != null && !Pattern.compile(pattern).matcher(text).matches()) {
      throw new IllegalArgumentException(
          "%s: \"%s\" does not match %s".formatted(path, shown, pattern));
    }
  }

  private static void bounds(String path, JsonNode schema, long value) {
    long least = schema.path("minimum").asLong(Long.MIN_VALUE);
    long most = schema.path("maximum").asLong(Long.MAX_VALUE);
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s: %d is not within %d to %d".formatted(path, value, least, most));
    }
  }
}
