package dev.glovebox.cli.text;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Lengths of time, as kubectl writes and reads them. */
public final class Lapse {
  private static final Pattern PARTS =
      Pattern.compile("(?:(\\d{1,6})d)?(?:(\\d{1,6})h)?(?:(\\d{1,6})m)?(?:(\\d{1,9})s?)?");

  private Lapse() {}

  /** Two units at most: {@code 45s}, {@code 3m20s}, {@code 5h}, {@code 12d}. */
  public static String of(Duration time) {
    long seconds = Math.max(0, time.toSeconds());
    if (seconds < 120) {
      return seconds + "s";
    }
    if (seconds < 3 * 3600) {
      return pair(seconds / 60, "m", seconds % 60, "s");
    }
    if (seconds < 48 * 3600) {
      return pair(seconds / 3600, "h", seconds % 3600 / 60, "m");
    }
    return pair(seconds / 86400, "d", seconds < 8 * 86400 ? seconds % 86400 / 3600 : 0, "h");
  }

  private static String pair(long large, String largeUnit, long small, String smallUnit) {
    return large + largeUnit + (small == 0 ? "" : small + smallUnit);
  }

  /** From a time of the API until now; {@code <unknown>} without one. */
  public static String since(String time, Instant now) {
    try {
      return time == null ? "<unknown>" : of(Duration.between(Instant.parse(time), now));
    } catch (DateTimeParseException e) {
      return "<unknown>";
    }
  }

  /**
   * Seconds of {@code 90}, {@code 90s}, {@code 5m}, {@code 1h30m} or {@code 2d}.
   *
   * @throws IllegalArgumentException with a message for the user, without the option's name
   */
  public static int seconds(String text) {
    Matcher parts = PARTS.matcher(text);
    if (text.isEmpty() || !parts.matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is no length of time such as 90s, 5m, 1h30m or 2d".formatted(text));
    }
    long seconds =
        part(parts, 1) * 86400 + part(parts, 2) * 3600 + part(parts, 3) * 60 + part(parts, 4);
    if (seconds > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("\"%s\" is longer than 68 years".formatted(text));
    }
    return (int) seconds;
  }

  private static long part(Matcher parts, int group) {
    return parts.group(group) == null ? 0 : Long.parseLong(parts.group(group));
  }
}
