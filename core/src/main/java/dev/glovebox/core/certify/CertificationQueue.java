package dev.glovebox.core.certify;

import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Facts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Which nodes to certify now: as few as the tasks need, and never many at once, so that a cluster
 * of a thousand nodes does not see a thousand pods.
 */
public final class CertificationQueue {

  /**
   * Certified nodes of a class that are wanted beyond one for each task, against the loss of one.
   */
  private static final int SPARE = 2;

  private static final Duration RATE_OVER = Duration.ofMinutes(1);

  /**
   * What must not be exceeded.
   *
   * @param concurrent certifications at a time, each of which has one pod at a time
   * @param startsPerMinute certifications begun in any minute
   */
  public record Limits(int concurrent, int startsPerMinute) {}

  /** A node of a class, and how it stands. */
  private record Candidate(
      Facts.NodeFacts node, Certification.Standing standing, boolean live, boolean due) {
    boolean holds() {
      return standing instanceof Certification.Valid;
    }
  }

  private CertificationQueue() {}

  /**
   * What to begin now, the most urgent first.
   *
   * @param busy names of certificates that are being made, or must rest after a failure
   * @param running of these, being made
   * @param recentStarts when certifications were begun; older than a minute does not count
   */
  public static List<Subject> next(
      List<CertificationDemand> demands,
      Facts facts,
      Set<String> busy,
      int running,
      Collection<Instant> recentStarts,
      Limits limits) {
    Instant since = facts.takenAt().minus(RATE_OVER);
    long begun = recentStarts.stream().filter(start -> start.isAfter(since)).count();
    long room =
        Math.max(0, Math.min(limits.concurrent() - running, limits.startsPerMinute() - begun));
    List<List<Subject>> wanted = new ArrayList<>();
    demands.forEach(demand -> wanted.add(of(demand, facts, busy)));
    return inTurn(wanted).stream().distinct().limit(room).toList();
  }

  /**
   * Of one class: where tasks run, then what holds and ages, then what is missing, then the rest.
   */
  private static List<Subject> of(CertificationDemand demand, Facts facts, Set<String> busy) {
    String name = demand.runtimeClass().name();
    List<Candidate> candidates =
        demand.usable().stream()
            .map(
                node ->
                    new Candidate(
                        node,
                        Certification.of(node, demand.runtimeClass(), facts),
                        demand.live().contains(node.name()),
                        Certification.due(node, demand.runtimeClass(), facts)))
            .toList();
    int target = Math.min(demand.usable().size(), SPARE + demand.activeTasks());
    List<Candidate> chosen = new ArrayList<>();
    candidates.stream().filter(Candidate::live).forEach(chosen::add);
    candidates.stream()
        .filter(c -> c.holds() && !c.live())
        .limit(Math.max(0, target - chosen.size()))
        .forEach(chosen::add);
    long lacking = target - chosen.stream().filter(Candidate::holds).count();
    // What is being certified already will be one more that holds, unless it fails.
    candidates.stream()
        .filter(c -> !c.holds() && !c.live())
        .sorted(Comparator.comparing(CertificationQueue::triedAt))
        .filter(c -> c.due() || busy.contains(Certification.name(c.node().name(), name)))
        .limit(Math.max(0, lacking))
        .forEach(chosen::add);
    return chosen.stream()
        .filter(Candidate::due)
        .map(c -> new Subject(c.node(), demand.runtimeClass(), demand.kind(), demand.tolerations()))
        .filter(subject -> !busy.contains(subject.name()))
        .toList();
  }

  /** A node without any verdict comes first, then the one whose verdict is oldest. */
  private static Instant triedAt(Candidate candidate) {
    return candidate.standing() instanceof Certification.Refuted refuted
        ? refuted.certificate().certifiedTime()
        : Instant.EPOCH;
  }

  /** The first of each class, then the second of each: no class waits for all of another. */
  private static List<Subject> inTurn(List<List<Subject>> lists) {
    List<Subject> all = new ArrayList<>();
    int longest = lists.stream().mapToInt(List::size).max().orElse(0);
    for (int i = 0; i < longest; i++) {
      for (List<Subject> list : lists) {
        if (i < list.size()) {
          all.add(list.get(i));
        }
      }
    }
    return all;
  }
}
