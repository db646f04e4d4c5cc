package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Names;
import dev.glovebox.core.verify.policies.Opening;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The openings of all policies, by whom they can be for: a namespace with a thousand tasks has a
 * thousand policies, and all but one of them are for other tasks.
 */
final class Openings {

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

  /** How many policies allow something. */
  int size() {
    return byPolicy.size();
  }
}
