package dev.glovebox.cli.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is wrong with a file's text, in one line and in the words of the API. */
final class DocumentProblem {
  private DocumentProblem() {}

  /** Where the text cannot be parsed at all. */
  static String ofText(JsonProcessingException e) {
    String first = String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("").strip();
    return e.getLocation() == null
        ? first
        : "line %d: %s".formatted(e.getLocation().getLineNr(), first);
  }

  /** Which field does not take what stands in it. */
  static String ofField(JsonMappingException e, JsonNode document) {
    String field = path(e);
    if (e instanceof UnrecognizedPropertyException unknown) {
      return "%s: the API has no such field; beside it there are %s"
          .formatted(
              field,
              unknown.getKnownPropertyIds().stream()
                  .map(String::valueOf)
                  .sorted()
                  .collect(Collectors.joining(", ")));
    }
    if (e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
      return "%s: %s is not %s"
          .formatted(field, at(e, document), expected(mismatch.getTargetType()));
    }
    return "%s: %s cannot be understood".formatted(field, at(e, document));
  }

  /**
   * No field of the API takes a fraction as a number: amounts with one are texts.
   *
   * @throws IllegalArgumentException that names the first one
   */
  static void refuseFractions(String path, JsonNode node) {
    if (node.isFloatingPointNumber()) {
      throw new IllegalArgumentException(
          "%s: %s is not a whole number; an amount with a fraction stands in quotes: \"%s\""
              .formatted(path, node.asText(), node.asText()));
    }
    node.properties()
        .forEach(
            field ->
                refuseFractions(
                    path.isEmpty() ? field.getKey() : path + "." + field.getKey(),
                    field.getValue()));
    for (int i = 0; i < (node.isArray() ? node.size() : 0); i++) {
      refuseFractions("%s[%d]".formatted(path, i), node.get(i));
    }
  }

  private static String expected(Class<?> type) {
    if (type.isEnum()) {
      return "one of "
          + Stream.of(type.getEnumConstants())
              .map(Object::toString)
              .collect(Collectors.joining(", "));
    }
    if (type == String.class) {
      return "a text; put it in quotes";
    }
    if (type == Integer.class || type == Long.class || type == int.class || type == long.class) {
      return "a whole number";
    }
    if (type == Boolean.class || type == boolean.class) {
      return "true or false";
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "a list";
    }
    return Map.class.isAssignableFrom(type) || type.isRecord() ? "an object" : "what it takes";
  }

  private static String path(JsonMappingException e) {
    var path = new StringBuilder();
    for (var step : e.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return path.toString();
  }

  /** What stands there, as JSON, cut. */
  private static String at(JsonMappingException e, JsonNode document) {
    JsonNode node = document;
    for (var step : e.getPath()) {
      node =
          step.getFieldName() == null ? node.path(step.getIndex()) : node.path(step.getFieldName());
    }
    String text = node.toString();
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
