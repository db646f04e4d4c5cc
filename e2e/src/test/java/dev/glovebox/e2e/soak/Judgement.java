package dev.glovebox.e2e.soak;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What the soak has shown. A soak that was too short, or without faults, has shown nothing, and
 * that is no good verdict.
 *
 * @param users how many tasks there were at a time
 * @param kinds kinds of tasks that there had to be
 * @param ended every task
 * @param faults how often each fault was made
 * @param faultsWanted faults that there had to be
 * @param lives operator processes, oldest first
 * @param leakedObjects objects that stayed
 * @param leakedEntries what stayed on the node
 * @param leftByTheRuntime empty lock files that runsc has left ({@link Traces#leftByTheRuntime})
 * @param broken what the soak itself could not do
 */
record Judgement(
    int users,
    Set<String> kinds,
    List<Ended> ended,
    Map<String, Integer> faults,
    Set<String> faultsWanted,
    List<Life> lives,
    List<String> leakedObjects,
    List<String> leakedEntries,
    long leftByTheRuntime,
    List<String> broken) {

  /** Everything that speaks against it; empty = good. */
  List<String> complaints() {
    List<String> complaints = new ArrayList<>();
    ended.forEach(task -> task.wrong().ifPresent(wrong -> complaints.add("wrong: " + wrong)));
    leakedObjects.forEach(object -> complaints.add("leaked object: " + object));
    leakedEntries.forEach(entry -> complaints.add("leaked on the node: " + entry));
    lives.stream()
        .filter(life -> life.growthPercent().orElse(0) > Life.FLAT_PERCENT)
        .forEach(life -> complaints.add("heap grows: " + life.summary()));
    long refused = refusedForTheEngine();
    long under = (long) users * faults.getOrDefault(Fault.POLICY_ENGINE_RESTARTED.name(), 0);
    if (refused > under) {
      complaints.add(
          "wrong: %d tasks are refused for a restart of the policy engine, and %d at most were under way"
              .formatted(refused, under));
    }
    broken.forEach(what -> complaints.add("the soak itself: " + what));
    Set<String> missing = new TreeSet<>(kinds);
    missing.removeAll(ended.stream().map(Ended::kind).collect(Collectors.toSet()));
    missing.forEach(kind -> complaints.add("too short: no task of kind " + kind));
    faultsWanted.stream()
        .filter(fault -> faults.getOrDefault(fault, 0) == 0)
        .sorted()
        .forEach(fault -> complaints.add("too short: no fault " + fault));
    if (lives.stream().noneMatch(life -> life.growthPercent().isPresent())) {
      complaints.add(
          "too short: no operator led long enough for %d counts of its heap"
              .formatted(Life.ENOUGH));
    }
    return List.copyOf(complaints);
  }

  /** Tasks with something wrong. */
  long wrong() {
    return ended.stream().filter(task -> task.wrong().isPresent()).count();
  }

  private long refusedForTheEngine() {
    return ended.stream().filter(Ended::refusedForTheEngine).count();
  }

  /** For people: the numbers, the complaints, the verdict. */
  String report() {
    Map<String, Long> byKind =
        ended.stream()
            .collect(Collectors.groupingBy(Ended::kind, TreeMap::new, Collectors.counting()));
    List<String> lines = new ArrayList<>();
    lines.add("tasks: %d, wrong: %d; %s".formatted(ended.size(), wrong(), byKind));
    lines.add("refused, rightly, for a restart of the policy engine: " + refusedForTheEngine());
    lines.add("faults: " + new TreeMap<>(faults));
    lines.add(
        "leaked: %d objects, %d directories, mounts, containers and processes"
            .formatted(leakedObjects.size(), leakedEntries.size()));
    lines.add("left by runsc itself: %d empty lock files".formatted(leftByTheRuntime));
    // Of a life with too few counts, which a fault ended, only that there was one is said.
    lines.add("operator processes whose heap was counted: " + lives.size());
    lives.stream()
        .filter(life -> life.growthPercent().isPresent())
        .sorted(Comparator.comparing(Life::process))
        .forEach(life -> lines.add("heap of " + life.summary()));
    List<String> complaints = complaints();
    complaints.forEach(complaint -> lines.add("! " + complaint));
    lines.add(complaints.isEmpty() ? "verdict: GOOD" : "verdict: BAD, for the reasons above");
    return String.join("\n", lines);
  }
}
