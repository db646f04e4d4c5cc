package dev.glovebox.e2e.soak;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What an operator process kept in its heap while it led.
 *
 * @param process which one, for people
 * @param liveBytes bytes of live objects, counted right after a full collection at regular
 *     intervals, oldest first
 */
record Life(String process, List<Long> liveBytes) {

  /** Two in each quarter. With fewer, one odd count would be the verdict. */
  static final int ENOUGH = 8;

  /** How much more may be kept at the end than when it had warmed up. */
  static final double FLAT_PERCENT = 10;

  Life {
    liveBytes = List.copyOf(liveBytes);
  }

  /**
   * By how many percent the median of the last quarter is above that of the second; below is
   * negative. The first is left out: caches fill and classes are loaded. Empty for a life too short
   * to tell.
   */
  OptionalDouble growthPercent() {
    int count = liveBytes.size();
    if (count < ENOUGH) {
      return OptionalDouble.empty();
    }
    double second = median(liveBytes.subList(count / 4, count / 2));
    double last = median(liveBytes.subList(count - count / 4, count));
    return OptionalDouble.of(100 * (last - second) / second);
  }

  /** In one line. */
  String summary() {
    OptionalDouble growth = growthPercent();
    String trend =
        growth.isEmpty()
            ? "too short for a trend"
            : String.format(
                Locale.ROOT,
                "last quarter against second %+.1f %% (%.0f %% is allowed)",
                growth.getAsDouble(),
                FLAT_PERCENT);
    return String.format(
        Locale.ROOT,
        "%s: %d counts, %s, %s",
        process,
        liveBytes.size(),
        liveBytes.isEmpty() ? "none" : mebibytes(liveBytes.getFirst()) + " … " + last(),
        trend);
  }

  private String last() {
    return mebibytes(liveBytes.getLast());
  }

  static String mebibytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MiB", bytes / 1048576.0);
  }

  private static double median(List<Long> values) {
    var sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2.0;
  }
}
