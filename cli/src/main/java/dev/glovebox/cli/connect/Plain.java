package dev.glovebox.cli.connect;

import java.util.regex.Pattern;

/** Takes what is Java's own out of a library's message. */
public final class Plain {
  private static final Pattern CLASS_NAME =
      Pattern.compile("[`'\"]?\\b(?:[a-z_]\\w*\\.){2,}[A-Z][\\w$]*[`'\"]?:?\\s*");

  private static final Pattern EXCEPTION_NAME =
      Pattern.compile("\\b[A-Z]\\w*(?:Exception|Error)\\b:?\\s*");

  private Plain() {}

  /** Of what is at the bottom of an exception. */
  public static String deepest(Throwable e) {
    Throwable one = e;
    while (one.getCause() != null) {
      one = one.getCause();
    }
    return words(one.getMessage());
  }

  /** The first line of a message; "no reason was given" if nothing is left of it. */
  public static String words(String message) {
    String line = message == null ? "" : message.lines().findFirst().orElse("");
    String left = EXCEPTION_NAME.matcher(CLASS_NAME.matcher(line).replaceAll("")).replaceAll("");
    left = left.strip();
    return left.isEmpty() || left.equals("null") ? "no reason was given" : left;
  }
}
