package dev.glovebox.e2e.crash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A write of a task's life, and on which side of it the operator dies.
 *
 * @param write verb, resource and subresource, as rights are written
 * @param occurrence 1 for the first such write
 */
record Point(Side side, String write, int occurrence) {
  /** Where the operator dies. */
  enum Side {
    /** The server never hears of the write. */
    BEFORE,
    /** The server has done it, and the operator dies without its answer. */
    AFTER
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
