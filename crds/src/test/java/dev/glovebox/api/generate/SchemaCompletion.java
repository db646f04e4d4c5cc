package dev.glovebox.api.generate;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.schema.Immutable;
import dev.glovebox.api.schema.Schema;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.CustomResource;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What fabric8's generator leaves out: list types, formats, column order, immutability. */
final class SchemaCompletion {
  /** Longest quantity: far more than any that means something, and a bound for the cost of CEL. */
  private static final int QUANTITY_MAX = 32;

  private SchemaCompletion() {}

  /** Completes a definition in place. */
  static void complete(ObjectNode crd, Class<? extends CustomResource<?, ?>> kind) {
    ObjectNode version = (ObjectNode) crd.at("/spec/versions/0");
    version.set("additionalPrinterColumns", columns(version, kind));
    Type[] parts = ((ParameterizedType) kind.getGenericSuperclass()).getActualTypeArguments();
    JsonNode properties = version.at("/schema/openAPIV3Schema/properties");
    completeRecord((ObjectNode) properties.get("spec"), (Class<?>) parts[0]);
    completeRecord((ObjectNode) properties.get("status"), (Class<?>) parts[1]);
    Rules.onceEach(properties.get("spec"));
    Rules.without(properties.get("status"));
    wholeNumbers(crd);
  }

  /** kubectl shows columns in the order given; fabric8 sorts them by path. */
  private static ArrayNode columns(ObjectNode version, Class<?> kind) {
    ArrayNode columns = version.arrayNode();
    for (AdditionalPrinterColumn column :
        kind.getAnnotationsByType(AdditionalPrinterColumn.class)) {
      ObjectNode node = columns.addObject();
      node.put("name", column.name());
      node.put("type", column.type().name().toLowerCase(Locale.ROOT));
      node.put("jsonPath", column.jsonPath());
      if (column.priority() != 0) {
        node.put("priority", column.priority());
      }
    }
    return columns;
  }

  private static void completeRecord(ObjectNode schema, Class<?> type) {
    for (RecordComponent component : type.getRecordComponents()) {
      ObjectNode property = (ObjectNode) schema.get("properties").get(name(component));
      Schema extra = component.getAnnotation(Schema.class);
      if (extra != null) {
        apply(property, extra);
      }
      describe(property, component.getGenericType());
    }
    if (type.isAnnotationPresent(Immutable.class)) {
      schema.withArrayProperty(Rules.FIELD).insert(0, ImmutableRule.of(type));
    }
  }

  private static void apply(ObjectNode property, Schema extra) {
    if (!extra.listType().isEmpty()) {
      property.put("x-kubernetes-list-type", extra.listType());
    }
    for (String key : extra.listMapKeys()) {
      property.withArrayProperty("x-kubernetes-list-map-keys").add(key);
    }
    for (ValidationRule rule : extra.itemRules()) {
      Rules.add((ObjectNode) property.get("items"), rule);
    }
    if (extra.complete()) {
      Rules.without(property);
      ArrayNode required = property.putArray("required");
      property.get("properties").fieldNames().forEachRemaining(required::add);
    }
    if (!extra.format().isEmpty()) {
      property.put("format", extra.format());
    }
    for (String value : extra.oneOf()) {
      property.withArrayProperty("enum").add(value);
    }
  }

  private static void describe(ObjectNode property, Type type) {
    if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
      describe((ObjectNode) property.get("items"), list.getActualTypeArguments()[0]);
    } else if (type instanceof ParameterizedType map && map.getRawType() == Map.class) {
      describe((ObjectNode) property.get("additionalProperties"), map.getActualTypeArguments()[1]);
    } else if (type == Integer.class) {
      // The API server does not hold a number to its format, and one too large for Java could
      // never be read again.
      bound(property, "minimum", Integer.MIN_VALUE);
      bound(property, "maximum", Integer.MAX_VALUE);
    } else if (type == Long.class && !property.has("maximum")) {
      property.put("format", "int64");
    } else if (type == Quantity.class) {
      // The union says the same as anyOf; the length bounds what CEL's estimate assumes.
      property.remove("anyOf");
      property.put("maxLength", QUANTITY_MAX);
    } else if (type instanceof Class<?> record && record.isRecord()) {
      completeRecord(property, record);
    }
  }

  private static void bound(ObjectNode property, String name, int limit) {
    if (!property.has(name)) {
      property.put(name, limit);
    }
  }

  /** The name of a component in JSON. */
  static String name(RecordComponent component) {
    JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
    return renamed == null ? component.getName() : renamed.value();
  }

  /** fabric8 writes limits as 1.0. */
  private static void wholeNumbers(JsonNode node) {
    if (node instanceof ObjectNode object) {
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        JsonNode value = field.getValue();
        if (value.isDouble() && value.doubleValue() == value.longValue()) {
          object.put(field.getKey(), value.longValue());
        }
      }
    }
    node.forEach(SchemaCompletion::wholeNumbers);
  }
}
