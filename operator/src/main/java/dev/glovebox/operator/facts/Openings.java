package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Names;
import dev.glovebox.core.verify.policies.Opening;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The openings of all policies, by whom they can be for: a namespace with a thousand tasks has a
 * thousand policies, and all but one of them are for other tasks.
 */
final class Openings {

  /**
   * For so long it is known what was open: far longer than until a task that is woken is judged.
   */
  static final Duration REMEMBERED = Duration.ofMinutes(1);

  /** More policies than can be changed in that time without meaning harm; 1 kB each. */
  private static final int MOST_REMEMBERED = 10_000;

  /** What a policy allowed until it went or was changed. */
  private record Past(Opening opening, Instant until) {}

  /** Namespace and task that an opening is for; empty = any. */
  private record Bucket(String namespace, String taskUid) {
    static Bucket of(Opening opening) {
      return new Bucket(
          opening.namespace() == null ? "" : opening.namespace(),
          opening.exactLabels().getOrDefault(Names.TASK_UID_LABEL, ""));
    }
  }

  private final Map<String, Opening> byPolicy = new ConcurrentHashMap<>();
  private final Map<Bucket, Map<String, Opening>> buckets = new ConcurrentHashMap<>();
  private final Deque<Past> past = new ConcurrentLinkedDeque<>();
  private final AtomicInteger pasts = new AtomicInteger();
  private final InstantSource clock;

  Openings(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Takes over what a policy allows now.
   *
   * @param policy key of the policy, unique over all kinds
   * @param now null when it allows nothing, or is gone
   */
  void put(String policy, Opening now) {
    // The new one first: a reader may see both for a moment, never none.
    if (now != null) {
      buckets.computeIfAbsent(Bucket.of(now), b -> new ConcurrentHashMap<>()).put(policy, now);
    }
    Opening before = now == null ? byPolicy.remove(policy) : byPolicy.put(policy, now);
    if (before != null) {
      remember(before);
    }
    if (before != null && (now == null || !Bucket.of(now).equals(Bucket.of(before)))) {
      buckets.computeIfPresent(
          Bucket.of(before),
          (bucket, openings) -> {
            openings.remove(policy);
            return openings.isEmpty() ? null : openings;
          });
    }
  }

  /** Those that could select a pod of this namespace with this task's label. */
  Collection<Opening> of(String namespace, String taskUid) {
    List<Opening> all = new ArrayList<>();
    for (String ofNamespace : List.of(namespace, "")) {
      for (String ofTask : taskUid.isEmpty() ? List.of("") : List.of(taskUid, "")) {
        all.addAll(buckets.getOrDefault(new Bucket(ofNamespace, ofTask), Map.of()).values());
      }
    }
    return all;
  }

  /**
   * Those that could have selected such a pod, and are not there any more. A policy that is made
   * and deleted before anybody looked has opened the pod all the same, and connections made then
   * may outlive it.
   *
   * @param since what was gone before does not count
   */
  Collection<Opening> past(String namespace, String taskUid, Instant since) {
    List<Opening> all = new ArrayList<>();
    for (Past gone : past) {
      Bucket bucket = Bucket.of(gone.opening());
      if (!gone.until().isBefore(since)
          && (bucket.namespace().isEmpty() || bucket.namespace().equals(namespace))
          && (bucket.taskUid().isEmpty() || bucket.taskUid().equals(taskUid))) {
        all.add(gone.opening());
      }
    }
    return all;
  }

  private void remember(Opening gone) {
    Instant now = clock.instant();
    past.addLast(new Past(gone, now));
    pasts.incrementAndGet();
    Instant forgotten = now.minus(REMEMBERED);
    Past oldest = past.peekFirst();
    while (oldest != null
        && (pasts.get() > MOST_REMEMBERED || oldest.until().isBefore(forgotten))) {
      if (past.removeFirstOccurrence(oldest)) {
        pasts.decrementAndGet();
      }
      oldest = past.peekFirst();
    }
  }

  /** How many policies allow something. */
  int size() {
    return byPolicy.size();
  }
}
