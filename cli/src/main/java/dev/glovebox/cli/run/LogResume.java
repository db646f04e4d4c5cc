package dev.glovebox.cli.run;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Puts together a log that comes in several answers, each with a time before every line: what was
 * there already is left out, even in the middle of a line. An answer has the lines from a whole
 * second on, for the API server takes no finer time to begin from; in the order of the file, which
 * is not always that of the times, since both streams of a container write to it. So the lines of
 * an answer that were handed on already are known by how many they are.
 */
final class LogResume {
  /** A time of the kubelet has 35 characters at most. */
  private static final int MAX_TIME = 40;

  /** How far the times of two lines may be in disorder, in seconds. */
  private static final int DISORDER = 60;

  private static final int MAX_FOREIGN = 200;

  private final StringBuilder time = new StringBuilder();
  private boolean inTime = true;

  /** The lines that were handed on, by the second of their time. */
  private final TreeMap<Long, Second> handedOn = new TreeMap<>();

  private long number;

  /**
   * Lines of one second.
   *
   * @param first the time of that of them which came first
   * @param number of that one among all
   */
  private record Second(int lines, Instant first, long number) {}

  /** The line that was handed on last: its time, and its bytes. */
  private Instant last;

  private long lastBytes;

  /** The latest time of a line that was handed on. */
  private Instant latest;

  /** Of the answer being read: lines that it still repeats, the one that was cut being the last. */
  private int repeats;

  private boolean atBegin;

  /** What the answer begins with, where that is the rest of a long line: without a time. */
  private String headless = "";

  private boolean rotated;
  private long toSkip;
  private boolean skipping;

  private boolean gap;
  private String foreign = "";

  /** A new answer begins. */
  void begin() {
    time.setLength(0);
    inTime = true;
    repeats = repeated().mapToInt(Second::lines).sum();
    headless = "";
    atBegin = true;
    rotated = false;
    toSkip = 0;
    skipping = false;
    foreign = "";
  }

  private Stream<Second> repeated() {
    return last == null
        ? Stream.empty()
        : handedOn.tailMap(since().getEpochSecond()).values().stream();
  }

  /** When the next answer has to begin; null for the whole log. */
  Instant since() {
    return last == null
        ? null
        : Instant.ofEpochSecond(Math.min(last.getEpochSecond(), latest.getEpochSecond()));
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
    return (atBegin ? headless + foreign : foreign).strip();
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
      foreign += foreign.length() < MAX_FOREIGN ? (char) (b & 0x7F) : "";
      return;
    }
    if (inTime) {
      time(b);
      return;
    }
    if (skipping || toSkip > 0) {
      headless += atBegin && headless.length() < MAX_FOREIGN ? (char) (b & 0x7F) : "";
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
      String text = time.toString() + (char) (b & 0x7F);
      if (repeats > 0 && atBegin && headless.isEmpty()) {
        // The kubelet keeps a long line in pieces. The first was before this answer's begin.
        headless = text;
        skipping = b != '\n';
        inTime = !skipping;
        time.setLength(0);
      } else {
        foreign = text;
      }
    }
  }

  /** A line of this time begins. */
  private void begins(Instant at) {
    if (repeats > 0 && at.getEpochSecond() < since().getEpochSecond()) {
      skipping = true; // not asked for
      return;
    }
    if (repeats > 0 && atBegin && !at.equals(firstRepeated())) {
      rotated = true;
      gap = true;
    }
    atBegin = false;
    if (rotated) {
      // Which of them were handed on cannot be told any more, but by their times.
      skipping = !at.isAfter(latest);
      if (skipping) {
        return;
      }
      rotated = false;
      repeats = 0;
    }
    if (repeats > 0) {
      repeats--;
      skipping = repeats > 0;
      toSkip = skipping ? 0 : lastBytes;
      return;
    }
    last = at;
    lastBytes = 0;
    latest = latest == null || at.isAfter(latest) ? at : latest;
    number++;
    handedOn.merge(
        at.getEpochSecond(),
        new Second(1, at, number),
        (before, one) -> new Second(before.lines() + 1, before.first(), before.number()));
    handedOn.headMap(latest.getEpochSecond() - DISORDER).clear();
  }

  private Instant firstRepeated() {
    return repeated().min(Comparator.comparingLong(Second::number)).orElseThrow().first();
  }
}
