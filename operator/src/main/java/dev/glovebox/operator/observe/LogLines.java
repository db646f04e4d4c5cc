package dev.glovebox.operator.observe;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One line for each event: text, or a JSON object with the keys at its top, where collectors of
 * logs look for them. Logback's own JSON has them in a list, and not those of the framework, which
 * names the task in the MDC.
 */
final class LogLines extends EncoderBase<ILoggingEvent> {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSXXX").withZone(ZoneOffset.UTC);

  /** The framework's names for what is a task here. */
  private static final Map<String, String> IN_MDC =
      Map.of(
          "resource.namespace",
          LogKeys.NAMESPACE,
          "resource.name",
          LogKeys.TASK,
          "resource.uid",
          LogKeys.UID,
          LogKeys.STEP,
          LogKeys.STEP);

  private static final byte[] NOTHING = {};

  private final ObjectMapper mapper = new ObjectMapper();
  private final boolean json;

  LogLines(boolean json) {
    this.json = json;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    Map<String, String> line = new LinkedHashMap<>();
    line.put("time", TIME.format(event.getInstant()));
    line.put("level", event.getLevel().toString());
    line.put("logger", event.getLoggerName());
    line.put("message", event.getFormattedMessage());
    Map<String, String> keys = keys(event);
    IThrowableProxy thrown = event.getThrowableProxy();
    String stack = thrown == null ? "" : ThrowableProxyUtil.asString(thrown);
    return ((json ? json(line, keys, stack) : text(line, keys, stack)) + "\n").getBytes(UTF_8);
  }

  private static Map<String, String> keys(ILoggingEvent event) {
    Map<String, String> keys = new LinkedHashMap<>();
    event
        .getMDCPropertyMap()
        .forEach(
            (name, value) -> {
              if (IN_MDC.containsKey(name)) {
                keys.put(IN_MDC.get(name), value);
              }
            });
    // What the framework says of a task is like ours, but for the keys that it does not know.
    if (keys.containsKey(LogKeys.TASK)) {
      keys.putIfAbsent(LogKeys.UID, "");
      keys.putIfAbsent(LogKeys.REASON, "");
    }
    if (event.getKeyValuePairs() != null) {
      event.getKeyValuePairs().forEach(pair -> keys.put(pair.key, String.valueOf(pair.value)));
    }
    if (keys.containsKey(LogKeys.TASK)) {
      keys.putIfAbsent(LogKeys.STEP, "");
    }
    return keys;
  }

  private String json(Map<String, String> line, Map<String, String> keys, String stack) {
    // The line's own names come first, and no key takes them.
    Map<String, String> all = new LinkedHashMap<>(line);
    keys.forEach(all::putIfAbsent);
    if (!stack.isEmpty()) {
      all.put("exception", stack);
    }
    try {
      return mapper.writeValueAsString(all);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("strings are always JSON", e);
    }
  }

  private static String text(Map<String, String> line, Map<String, String> keys, String stack) {
    String logger = line.get("logger");
    var text =
        new StringBuilder(
            "%s %-5s %s %s"
                .formatted(
                    line.get("time"),
                    line.get("level"),
                    logger.substring(logger.lastIndexOf('.') + 1),
                    line.get("message")));
    keys.forEach((name, value) -> text.append(" %s=\"%s\"".formatted(name, value)));
    return stack.isEmpty() ? text.toString() : text.append('\n').append(stack).toString();
  }

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }
}
