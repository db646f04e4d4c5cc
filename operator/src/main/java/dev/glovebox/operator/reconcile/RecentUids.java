package dev.glovebox.operator.reconcile;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * UIDs that something was done for, the newest of them, each with what there is to say of it. It is
 * never all: what is not remembered must be found again, or be nothing to rely on.
 *
 * @param <V> what there is to say
 */
final class RecentUids<V> {
  private final Map<String, V> uids;

  /**
   * An empty set.
   *
   * @param most how many are remembered, about 100 bytes each without their values
   */
  RecentUids(int most) {
    uids =
        Collections.synchronizedMap(
            new LinkedHashMap<>() {
              private static final long serialVersionUID = 1L;

              @Override
              protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
                return size() > most;
              }
            });
  }

  void add(String uid, V value) {
    uids.put(uid, value);
  }

  Optional<V> of(String uid) {
    return Optional.ofNullable(uids.get(uid));
  }

  boolean contains(String uid) {
    return uids.containsKey(uid);
  }
}
