package dev.glovebox.e2e.reason;

import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.util.Map;

/**
 * How tasks end, as everybody can see it. Made before the tasks, so that the count of each reason
 * can be seen to grow. It does not outlive the operator: one that starts again counts from zero.
 */
public final class Endings {
  private final EndedTasks counter;
  private final Map<Reason, Double> before;

  private Endings(EndedTasks counter) {
    this.counter = counter;
    this.before = counter.counts();
  }

  /** Notes what has been counted so far. */
  public static Endings from(Cluster cluster) {
    return new Endings(new EndedTasks(cluster));
  }

  /** Waits until the task has ended. */
  public Ending of(Workplace workplace, String name) {
    return new Ending(this, workplace, workplace.finished(name));
  }

  boolean grew(Reason reason) {
    return counter.counts().getOrDefault(reason, 0.0) > before.getOrDefault(reason, 0.0);
  }
}
