package dev.glovebox.operator.reconcile;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * UIDs that something was done for, the newest of them. It may only save a request: whoever does
 * not remember does it again.
 */
final class RecentUids {
  private final Set<String> uids;

  /**
   * An empty set.
   *
   * @param most how many are remembered, about 100 bytes each
   */
  RecentUids(int most) {
    uids =
        Collections.synchronizedSet(
            Collections.newSetFromMap(
                new LinkedHashMap<>() {
                  private static final long serialVersionUID = 1L;

                  @Override
                  protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
                    return size() > most;
                  }
                }));
  }

  void add(String uid) {
    uids.add(uid);
  }

  boolean contains(String uid) {
    return uids.contains(uid);
  }
}
