package dev.glovebox.operator.facts;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Watches that have been interrupted for longer than taking one up again takes. The server ends
 * each every few minutes; one that does not come back shows a world that is no more.
 */
public final class Interruptions {

  /** A server that is restarted is back by then; until then the kubelet asks three times. */
  static final Duration PATIENCE = Duration.ofSeconds(15);

  private final Supplier<Set<String>> now;
  private final Clock clock;
  private final SortedMap<String, Instant> since = new TreeMap<>();

  /**
   * Knows of none yet: what nobody asks about is not noticed.
   *
   * @param now names of the watches that are interrupted at this moment
   */
  public Interruptions(Supplier<Set<String>> now, Clock clock) {
    this.now = now;
    this.clock = clock;
  }

  /** Names of those that are interrupted and were each time it was asked for 15 s, for people. */
  public synchronized Optional<String> lasting() {
    Set<String> interrupted = now.get();
    Instant at = clock.instant();
    since.keySet().retainAll(interrupted);
    interrupted.forEach(name -> since.putIfAbsent(name, at));
    String names =
        String.join(
            ", ",
            since.entrySet().stream()
                .filter(entry -> !at.isBefore(entry.getValue().plus(PATIENCE)))
                .map(entry -> entry.getKey())
                .toList());
    return names.isEmpty() ? Optional.empty() : Optional.of(names);
  }
}
