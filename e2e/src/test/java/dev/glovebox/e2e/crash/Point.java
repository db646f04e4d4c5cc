package dev.glovebox.e2e.crash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A write of a task's life, and what becomes of it when the operator that sends it dies or stops.
 *
 * @param write verb, resource and subresource, as rights are written
 * @param occurrence 1 for the first such write
 */
record Point(Side side, String write, int occurrence) {
  /** What becomes of the write. */
  enum Side {
    /** The server never hears of it: the operator dies before. */
    BEFORE,
    /** The server has done it, and the operator dies without its answer. */
    AFTER,
    /** The server hears of it when another operator has done everything. */
    LATE
  }

  /** One for each of the writes, in their order. */
  static List<Point> each(Side side, List<String> writes) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      String write = writes.get(i);
      points.add(new Point(side, write, Collections.frequency(writes.subList(0, i + 1), write)));
    }
    return points;
  }

  @Override
  public String toString() {
    return "%s %s%s"
        .formatted(
            side.name().toLowerCase(Locale.ROOT),
            write,
            occurrence == 1 ? "" : " (" + occurrence + ")");
  }
}
