package dev.glovebox.operator.facts;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * Tasks of a namespace that have not ended, from the index of the SandboxTask informer.
 *
 * <p>Only tasks older than the one asked about count: so of 300 tasks under a limit of 200 exactly
 * the first 200 pass, however their plans interleave, and no two block each other.
 */
public final class ActiveTasks {

  /** Name of the index that {@link #namespaceIfActive} fills. */
  public static final String INDEX = "active-by-namespace";

  private static final Comparator<SandboxTask> BY_AGE =
      Comparator.comparing((SandboxTask task) -> task.getMetadata().getCreationTimestamp())
          .thenComparing(task -> task.getMetadata().getUid());

  private final AtomicReference<Function<String, List<SandboxTask>>> byNamespace =
      new AtomicReference<>();

  /** Key of the index for the tasks of all namespaces; no namespace has an empty name. */
  private static final String EVERYWHERE = "";

  /**
   * The index function: the namespace of a task that has not ended, and a key for all of them;
   * nothing for one that has ended.
   */
  public static List<String> namespaceIfActive(SandboxTask task) {
    Phase phase = task.getStatus() == null ? null : task.getStatus().phase();
    boolean ended = phase == Phase.Succeeded || phase == Phase.Failed || phase == Phase.Refused;
    return ended ? List.of() : List.of(task.getMetadata().getNamespace(), EVERYWHERE);
  }

  /**
   * Tells where the index is. Called once, when the SandboxTask informer has been built, before the
   * first task is handled.
   *
   * @param index namespace to its tasks that have not ended
   */
  public void readFrom(Function<String, List<SandboxTask>> index) {
    byNamespace.set(index);
  }

  /**
   * Tasks of the same namespace that have not ended and are older than this one.
   *
   * @throws IllegalStateException before {@link #readFrom}: not to know is not zero
   */
  public int olderThan(SandboxTask task) {
    return Math.toIntExact(
        index().apply(task.getMetadata().getNamespace()).stream()
            .filter(other -> BY_AGE.compare(other, task) < 0)
            .count());
  }

  /**
   * Tasks of all namespaces that have not ended.
   *
   * @throws IllegalStateException before {@link #readFrom}
   */
  public List<SandboxTask> all() {
    return index().apply(EVERYWHERE);
  }

  private Function<String, List<SandboxTask>> index() {
    Function<String, List<SandboxTask>> index = byNamespace.get();
    if (index == null) {
      throw new IllegalStateException("the index of tasks is not there yet");
    }
    return index;
  }
}
