package dev.glovebox.core.verify;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.nio.charset.StandardCharsets;

/** Reads the probe's termination message, which is JSON of a known form or nothing to rely on. */
public final class StrictMessage {
  /** Most bytes that the kubelet keeps of a termination message. */
  private static final int MAX_BYTES = 4096;

  private static final ObjectMapper STRICT =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .withCoercionConfig(
              LogicalType.Textual,
              c ->
                  c.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .build();

  private StrictMessage() {}

  /** It is not a report that can be relied on; the message says why. */
  public static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    Unreadable(String why) {
      super(why, null, false, false);
    }
  }

  /** For what a reader finds wrong beyond the form. */
  public static Unreadable unreadable(String why) {
    return new Unreadable(why);
  }

  /**
   * Reads strictly: an unknown, missing or repeated field, a value of another type, text after it
   * or more than 4096 bytes = unreadable.
   *
   * @param message may be null
   * @param type a record without primitive components that may be missing
   * @param optional the one field at the top that may be null or missing; empty = none
   */
  public static <T> T read(String message, Class<T> type, String optional) throws Unreadable {
    if (message == null || message.isBlank()) {
      throw new Unreadable("the probe left no report");
    }
    if (!message.stripLeading().startsWith("{")) {
      throw new Unreadable("the probe's message is no report");
    }
    int bytes = message.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      throw new Unreadable(
          "the report has %d bytes, at most %d are possible".formatted(bytes, MAX_BYTES));
    }
    try {
      // Never null: the message begins with a brace.
      T report = STRICT.readValue(message, type);
      var missing = MissingFields.of(STRICT.valueToTree(report), optional);
      if (!missing.isEmpty()) {
        throw new Unreadable("the report lacks " + String.join(", ", missing));
      }
      return report;
    } catch (JsonProcessingException e) {
      throw new Unreadable("the report is not as expected: " + e.getOriginalMessage());
    }
  }
}
