package dev.glovebox.e2e.api;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A field of a spec, found by walking its schema beside an example that has every field.
 *
 * @param at where it is in the object
 * @param schema what the CRD says of it
 * @param required whether an object without it is no object
 */
record SpecField(JsonPointer at, JsonNode schema, boolean required) {
  @Override
  public String toString() {
    return at.toString();
  }

  /**
   * Every field and list item of the example, outermost first.
   *
   * @throws AssertionError when the example lacks a field that the schema has
   */
  static List<SpecField> all(JsonNode schema, ObjectNode object) {
    List<SpecField> fields = new ArrayList<>();
    walk(JsonPointer.compile("/spec"), schema, object.get("spec"), fields);
    return fields;
  }

  private static void walk(
      JsonPointer at, JsonNode schema, JsonNode value, List<SpecField> fields) {
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      String name = property.getKey();
      if (!value.has(name)) {
        throw new AssertionError("the example lacks %s/%s".formatted(at, name));
      }
      boolean required = schema.path("required").toString().contains('"' + name + '"');
      JsonPointer below = at.appendProperty(name);
      fields.add(new SpecField(below, property.getValue(), required));
      walk(below, property.getValue(), value.get(name), fields);
    }
    if (value instanceof ArrayNode items) {
      JsonPointer first = at.appendIndex(0);
      fields.add(new SpecField(first, schema.get("items"), false));
      walk(first, schema.get("items"), items.get(0), fields);
    }
  }

  /** Whether it holds no other fields. */
  boolean isLeaf() {
    return !schema.has("properties") && !schema.has("items");
  }

  /** Whether leaving it out is the same as this value. */
  boolean isDefault(ObjectNode object) {
    return schema.has("default") && schema.get("default").equals(object.at(at));
  }

  /** A copy of the object without this field. */
  ObjectNode removedFrom(ObjectNode object) {
    ObjectNode copy = object.deepCopy();
    JsonNode parent = copy.at(at.head());
    if (parent instanceof ArrayNode list) {
      list.remove(at.last().getMatchingIndex());
    } else {
      ((ObjectNode) parent).remove(at.last().getMatchingProperty());
    }
    return copy;
  }

  /** A copy of the object with another value, one that would be valid in a new object. */
  ObjectNode changedIn(ObjectNode object) {
    ObjectNode copy = object.deepCopy();
    JsonNode other = other(copy.at(at));
    JsonNode parent = copy.at(at.head());
    if (parent instanceof ArrayNode list) {
      list.set(at.last().getMatchingIndex(), other);
    } else {
      ((ObjectNode) parent).set(at.last().getMatchingProperty(), other);
    }
    return copy;
  }

  private JsonNode other(JsonNode value) {
    for (JsonNode choice : schema.path("enum")) {
      if (!choice.equals(value)) {
        return choice;
      }
    }
    if (value.isInt()) {
      return IntNode.valueOf(value.intValue() + 1);
    }
    String text = value.textValue();
    if (schema.has("x-kubernetes-int-or-string")) {
      return TextNode.valueOf("7" + text);
    }
    // An address ends before its prefix length, a digest after its last digit.
    return TextNode.valueOf(
        text.endsWith("/32")
            ? text.replace("/32", "1/32")
            : text.contains("@") ? text.replace("@sha256:0", "@sha256:f") : text + "2");
  }
}
