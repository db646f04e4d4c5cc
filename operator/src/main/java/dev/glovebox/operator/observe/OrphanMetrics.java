package dev.glovebox.operator.observe;

import java.util.Map;

/** What is counted of objects whose task is gone. */
public interface OrphanMetrics {

  /**
   * How many there are now.
   *
   * @param numbers by kind as in manifests, every kind that is looked for
   */
  void orphans(Map<String, Long> numbers);

  /** The API server took the deletion of one. */
  void orphanDestroyed(String kind);
}
