package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.api.v1alpha1.TaskCondition;
import dev.glovebox.operator.observe.TaskCounts;
import dev.glovebox.operator.status.Phases;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Counts by the informer's indexes, which are kept as tasks change. */
final class CountedTasks implements TaskCounts {
  private static final String BY_PHASE = "task-by-phase";
  private static final String BY_BLOCK = "task-by-what-keeps-it";

  /** The indexes that are counted by. */
  static final Map<String, Function<SandboxTask, List<String>>> INDEXES =
      Map.of(
          BY_PHASE,
          task -> List.of(Phases.of(task).name()),
          BY_BLOCK,
          task -> block(task).map(List::of).orElse(List.of()));

  private final BiFunction<String, String, List<SandboxTask>> byIndex;

  /**
   * Counts.
   *
   * @param byIndex tasks by the name of an index and a key
   */
  CountedTasks(BiFunction<String, String, List<SandboxTask>> byIndex) {
    this.byIndex = byIndex;
  }

  /** Counts what the informer holds, which must not have been started. */
  static CountedTasks of(IndexerResourceCache<SandboxTask> tasks) {
    tasks.addIndexers(INDEXES);
    return new CountedTasks(tasks::byIndex);
  }

  @Override
  public int in(Phase phase) {
    return byIndex.apply(BY_PHASE, phase.name()).size();
  }

  @Override
  public int blockedBy(Block block) {
    return byIndex.apply(BY_BLOCK, block.name()).size();
  }

  private static Optional<String> block(SandboxTask task) {
    SandboxTaskStatus status = task.getStatus();
    return task.getMetadata().getDeletionTimestamp() == null
            || status == null
            || status.conditions() == null
        ? Optional.empty()
        : status.conditions().stream()
            .filter(condition -> condition.type().equals("Destroyed"))
            .filter(condition -> condition.status().equals("False"))
            .map(TaskCondition::reason)
            .findFirst();
  }
}
