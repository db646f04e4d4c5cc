package dev.glovebox.cli.run;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;

/**
 * Puts together a log that comes in several answers, each with a time before every line: what was
 * there already is left out, even in the middle of a line. The API server takes a time to begin
 * from in whole seconds only, so an answer begins before where the last one broke off.
 */
final class LogResume {
  /** A time of the kubelet has 35 characters at most. */
  private static final int MAX_TIME = 40;

  private final StringBuilder time = new StringBuilder();
  private boolean inTime = true;

  /** The line that was handed on last: its time, its number among those of that time, its bytes. */
  private Instant last;

  private int lastNumber;
  private long lastBytes;

  /** Of the answer being read: whether it still repeats, and the lines seen of the last time. */
  private boolean repeating;

  private int seen;
  private long toSkip;
  private boolean skipping;

  private boolean gap;
  private String foreign = "";

  /** A new answer begins. */
  void begin() {
    time.setLength(0);
    inTime = true;
    repeating = last != null;
    seen = 0;
    toSkip = 0;
    skipping = false;
    foreign = "";
  }

  /** When the next answer has to begin; null for the whole log. */
  Instant since() {
    return last;
  }

  /** Whether lines are missing: the kubelet rotated the log between two answers. */
  boolean gap() {
    return gap;
  }

  /**
   * What the kubelet says instead of a line, such as that it cannot follow the log any more. Empty
   * when there is nothing; what comes after it in the answer is no longer the log.
   */
  String foreign() {
    return foreign.strip();
  }

  /** The log's own bytes among these, without times and without what was there already. */
  byte[] next(byte[] bytes, int offset, int length) {
    var out = new ByteArrayOutputStream(length);
    for (int i = offset; i < offset + length; i++) {
      next(bytes[i], out);
    }
    return out.toByteArray();
  }

  private void next(byte b, ByteArrayOutputStream out) {
    if (!foreign.isEmpty()) {
      foreign += foreign.length() < 200 ? (char) (b & 0x7F) : "";
      return;
    }
    if (inTime) {
      time(b);
      return;
    }
    if (skipping || toSkip > 0) {
      toSkip--;
    } else {
      out.write(b);
      lastBytes++;
    }
    if (b == '\n') {
      inTime = true;
      skipping = false;
      toSkip = 0;
    }
  }

  private void time(byte b) {
    if (b != ' ' && b != '\n' && time.length() < MAX_TIME) {
      time.append((char) (b & 0x7F));
      return;
    }
    try {
      begins(OffsetDateTime.parse(time).toInstant());
      inTime = false;
      time.setLength(0);
    } catch (DateTimeParseException e) {
      foreign = time.toString() + (char) (b & 0x7F);
    }
  }

  /** A line of this time begins. */
  private void begins(Instant at) {
    if (repeating && at.isBefore(last)) {
      skipping = true;
      return;
    }
    if (repeating && at.equals(last)) {
      seen++;
      skipping = seen < lastNumber;
      if (!skipping) {
        repeating = false;
        toSkip = lastBytes;
      }
      return;
    }
    gap |= repeating;
    repeating = false;
    lastNumber = at.equals(last) ? lastNumber + 1 : 1;
    last = at;
    lastBytes = 0;
  }
}
