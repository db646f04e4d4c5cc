package dev.glovebox.e2e.soak;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What has happened so far, from all threads. */
final class Tally {
  private final long end;
  private final List<Ended> ended = new ArrayList<>();
  private final Map<String, Integer> faults = new TreeMap<>();
  private final Map<String, List<Long>> heaps = new LinkedHashMap<>();
  private final List<String> broken = new ArrayList<>();

  /**
   * Starts empty.
   *
   * @param end on {@link System#nanoTime}: no task and no fault begins after it
   */
  Tally(long end) {
    this.end = end;
  }

  boolean goesOn() {
    return System.nanoTime() < end;
  }

  synchronized void ended(Ended task) {
    ended.add(task);
    task.wrong().ifPresent(wrong -> Soak.say("WRONG " + wrong));
  }

  synchronized void fault(Fault fault) {
    faults.merge(fault.name(), 1, Integer::sum);
  }

  /**
   * A process that leads was asked for its heap.
   *
   * @return how many counts there are of this one
   */
  synchronized int heap(String process, long liveBytes) {
    List<Long> counts = heaps.computeIfAbsent(process, first -> new ArrayList<>());
    counts.add(liveBytes);
    return counts.size();
  }

  /** The soak could not do what it was to. */
  synchronized void broken(String what) {
    broken.add(what);
    Soak.say("BROKEN " + what);
  }

  /** In one line. */
  synchronized String progress() {
    return "%d tasks, %d wrong, %d faults, %s"
        .formatted(
            ended.size(),
            ended.stream().filter(task -> task.wrong().isPresent()).count(),
            faults.values().stream().mapToInt(i -> i).sum(),
            heaps.isEmpty() ? "no heap counted yet" : "live heap " + lastHeap());
  }

  private String lastHeap() {
    return new ArrayList<>(heaps.values())
        .getLast().stream().reduce((a, b) -> b).map(Life::mebibytes).orElseThrow();
  }

  /** With what the looks before and after showed. */
  synchronized Judgement judgement(
      int users, Set<String> kinds, Set<String> faultsWanted, Traces before, Traces after) {
    return new Judgement(
        users,
        kinds,
        List.copyOf(ended),
        Map.copyOf(faults),
        faultsWanted,
        heaps.entrySet().stream().map(e -> new Life(e.getKey(), e.getValue())).toList(),
        after.leakedObjects(before),
        after.leakedEntries(before),
        after.leftByTheRuntime(before),
        List.copyOf(broken));
  }
}
