package dev.glovebox.core.progress;

import java.nio.charset.StandardCharsets;

/** Untrusted text that ends up on somebody's terminal: above all the task's own last words. */
public final class TerminationMessage {
  /** What the kubelet keeps of a termination message. */
  private static final int MAX_BYTES = 4096;

  private static final String CUT = "…";

  private TerminationMessage() {}

  /**
   * At most 4096 bytes of UTF-8. Every character that a terminal may obey or that does not show is
   * written as an escape: {@code \x1B} for a control character, {@code \}{@code u{202E}} for an
   * invisible one. Newline and tab stay.
   *
   * @param raw may be null
   */
  public static String clean(String raw) {
    if (raw == null) {
      return "";
    }
    var text = new StringBuilder();
    int bytes = 0;
    int room = MAX_BYTES - CUT.getBytes(StandardCharsets.UTF_8).length;
    int fits = 0; // length of the text up to which the mark of the cut still fits
    for (int codePoint : raw.codePoints().toArray()) {
      var piece = visible(codePoint);
      bytes += piece.getBytes(StandardCharsets.UTF_8).length;
      if (bytes > MAX_BYTES) {
        text.setLength(fits);
        return text.append(CUT).toString();
      }
      text.append(piece);
      if (bytes <= room) {
        fits = text.length();
      }
    }
    return text.toString();
  }

  private static String visible(int codePoint) {
    if (codePoint == '\n' || codePoint == '\t') {
      return Character.toString(codePoint);
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL -> "\\x%02X".formatted(codePoint);
      // FORMAT has the marks that reverse the direction of writing, and those of no width.
      case Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          "\\u{%X}".formatted(codePoint);
      default -> Character.toString(codePoint);
    };
  }
}
