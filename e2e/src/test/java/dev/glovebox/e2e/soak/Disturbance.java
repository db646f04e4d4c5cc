package dev.glovebox.e2e.soak;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.soak.Operators.Leader;
import dev.glovebox.e2e.soak.Operators.Live;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Faults, and counts of the operator's heap. In cycles: in the first third operators die, each 20 s
 * after the operator has come back; in the rest others fail, once a minute, and one operator leads,
 * whose heap is counted. A heap starts anew with each process, so only a long life shows a trend.
 */
final class Disturbance {
  private static final Duration LONGEST_CYCLE = Duration.ofMinutes(30);
  private static final double SHARE_OF_DEATHS = 0.35;
  private static final Duration BETWEEN_DEATHS = Duration.ofSeconds(20);

  /** A probe of the operator, every 5 s, and the kubelet's word. */
  private static final Duration NOTICED = Duration.ofSeconds(8);

  private static final Duration BETWEEN_OTHERS = Duration.ofSeconds(60);
  private static final Duration BETWEEN_COUNTS = Duration.ofSeconds(15);
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(30);

  private final Cluster cluster;
  private final Operators operators;
  private final String busybox;
  private final Tally tally;
  private final Duration cycle;
  private final Path record;
  private final Iterator<Fault> deaths = forEver(Fault.all());
  private final Iterator<Fault> others = forEver(Fault.ofOthers());

  Disturbance(Cluster cluster, String busybox, Tally tally, Duration all, Path record) {
    this.cluster = cluster;
    this.operators = new Operators(cluster);
    this.busybox = busybox;
    this.tally = tally;
    this.cycle = all.compareTo(LONGEST_CYCLE) < 0 ? all : LONGEST_CYCLE;
    this.record = record;
  }

  /** Until the tally says that it is over. */
  void run() throws InterruptedException {
    long start = System.nanoTime();
    long fault = start + BETWEEN_DEATHS.toNanos();
    long recovers = start;
    boolean operatorReady = true;
    long count = start;
    long line = start + BETWEEN_LINES.toNanos();
    while (tally.goesOn()) {
      long now = System.nanoTime();
      boolean deadly = (now - start) % cycle.toNanos() < SHARE_OF_DEATHS * cycle.toNanos();
      if (now >= fault) {
        make(deadly);
        now = System.nanoTime();
        fault = now + (deadly ? BETWEEN_DEATHS : BETWEEN_OTHERS).toNanos();
        recovers = now + NOTICED.toNanos();
        operatorReady = false;
      }
      if (!operatorReady && now >= recovers) {
        // What is broken already shows nothing when it is broken again.
        operatorReady = operatorReady();
        fault = Math.max(fault, now + BETWEEN_DEATHS.toNanos());
      }
      if (!deadly && now >= count) {
        count();
        count = System.nanoTime() + BETWEEN_COUNTS.toNanos();
      }
      if (now >= line) {
        Soak.say("%4d s: %s".formatted((now - start) / 1_000_000_000L, tally.progress()));
        line += BETWEEN_LINES.toNanos();
      }
      Thread.sleep(500);
    }
  }

  private void make(boolean deadly) throws InterruptedException {
    Fault fault = deadly ? deaths.next() : others.next();
    try {
      if (deadly) {
        operators.replaceThoseThatWait();
      }
      if (fault.make(cluster, busybox)) {
        tally.fault(fault);
      }
    } catch (RuntimeException | AssertionError e) {
      tally.broken("fault %s: %s".formatted(fault, e));
    }
  }

  private boolean operatorReady() {
    try {
      return operators.ready();
    } catch (RuntimeException | AssertionError e) {
      // The API server has only just gone on.
      return false;
    }
  }

  private void count() {
    try {
      Optional<Leader> leader = operators.leader();
      Optional<Live> live = leader.flatMap(operators::live);
      if (live.isPresent()) {
        int number = tally.heap(leader.get().toString(), live.get().bytes());
        String name = "heap-%d-%03d.txt".formatted(leader.get().number(), number);
        Soak.write(record.resolve(name), live.get().classes());
      }
    } catch (RuntimeException | AssertionError e) {
      tally.broken("heap: " + e);
    }
  }

  private static <T> Iterator<T> forEver(List<T> all) {
    return Stream.generate(all::stream).flatMap(each -> each).iterator();
  }
}
