package dev.glovebox.operator.facts;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * How long watches have been interrupted. The server ends each every few minutes; one that does not
 * come back shows a world that is no more.
 */
public final class Interruptions {

  private final Supplier<Set<String>> now;
  private final InstantSource clock;
  private final Map<String, Instant> since = new TreeMap<>();

  /**
   * Knows of none yet: what nobody asks about is not noticed.
   *
   * @param now names of the watches that are interrupted at this moment
   */
  public Interruptions(Supplier<Set<String>> now, InstantSource clock) {
    this.now = now;
    this.clock = clock;
  }

  /**
   * Those that are interrupted, and were each time it was asked for at least so long.
   *
   * @return their names, for people
   */
  public synchronized SortedSet<String> lasting(Duration atLeast) {
    Set<String> interrupted = now.get();
    Instant at = clock.instant();
    since.keySet().retainAll(interrupted);
    SortedSet<String> names = new TreeSet<>();
    for (String name : interrupted) {
      Instant from = since.computeIfAbsent(name, any -> at);
      if (!at.isBefore(from.plus(atLeast))) {
        names.add(name);
      }
    }
    return names;
  }
}
