package dev.glovebox.core.plan;

import java.util.List;

/** How values that a user wrote appear in messages: short, and without control characters. */
final class Text {

  /** Most characters of a value in a message. */
  private static final int VALUE = 120;

  /** Most characters of a message; a status stays small whatever a spec holds. */
  private static final int MESSAGE = 1500;

  private Text() {}

  /** The value, cut, with every character that is not printable replaced by {@code ?}. */
  static String shown(String value) {
    if (value == null) {
      return "null";
    }
    String cut = value.length() <= VALUE ? value : value.substring(0, VALUE) + "…";
    StringBuilder shown = new StringBuilder(cut.length());
    cut.codePoints().forEach(c -> shown.appendCodePoint(printable(c) ? c : '?'));
    return shown.toString();
  }

  /** The same in quotes. */
  static String quoted(String value) {
    return value == null ? "null" : "\"" + shown(value) + "\"";
  }

  /** All messages as one, cut to what a status can hold. */
  static String joined(List<String> messages) {
    String all = String.join("; ", messages);
    return all.length() <= MESSAGE ? all : all.substring(0, MESSAGE) + "…";
  }

  private static boolean printable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
