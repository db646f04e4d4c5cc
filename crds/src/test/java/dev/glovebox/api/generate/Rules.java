package dev.glovebox.api.generate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.LinkedHashSet;
import java.util.Set;

/** The CEL rules of a schema. */
final class Rules {
  /** Where a schema has them. */
  static final String FIELD = "x-kubernetes-validations";

  private Rules() {}

  /** Adds a rule to a schema. */
  static void add(ObjectNode schema, ValidationRule rule) {
    schema
        .withArrayProperty(FIELD)
        .addObject()
        .put("rule", rule.value())
        .put("messageExpression", rule.messageExpression());
  }

  /** fabric8 sees the annotations of a record's component twice: on the field and the accessor. */
  static void onceEach(JsonNode schema) {
    if (schema.get(FIELD) instanceof ArrayNode rules) {
      Set<JsonNode> distinct = new LinkedHashSet<>();
      rules.forEach(distinct::add);
      rules.removeAll().addAll(distinct);
    }
    schema.forEach(Rules::onceEach);
  }

  /**
   * Takes all rules off a schema and what is in it. A status is held to limits only: a rule of a
   * type that spec and status share would refuse to record what was found.
   */
  static void without(JsonNode schema) {
    if (schema instanceof ObjectNode object) {
      object.remove(FIELD);
    }
    schema.forEach(Rules::without);
  }
}
