package dev.glovebox.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.operator.observe.TaskCounts.Block;
import dev.glovebox.operator.status.StatusDraft;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CountedTasksTest {
  private final List<SandboxTask> tasks = new ArrayList<>();
  private final CountedTasks counts =
      new CountedTasks(
          (index, key) ->
              tasks.stream()
                  .filter(task -> CountedTasks.INDEXES.get(index).apply(task).contains(key))
                  .toList());

  private SandboxTask add() {
    SandboxTask task = Samples.task();
    tasks.add(task);
    return task;
  }

  @Test
  void tasksCountByPhaseAndOneWithoutAStatusIsPending() {
    add();
    add().setStatus(StatusDraft.of(add()).phase(Phase.Running).build(Instant.EPOCH));
    assertThat(counts.in(Phase.Pending)).isEqualTo(2);
    assertThat(counts.in(Phase.Running)).isEqualTo(1);
    assertThat(counts.in(Phase.Failed)).isZero();
  }

  @Test
  void onlyADeletedTaskIsBlocked() {
    SandboxTask task = add();
    task.setStatus(
        StatusDraft.of(task).notDestroyed("DataNotDestroyed", "a volume").build(Instant.EPOCH));
    assertThat(counts.blockedBy(Block.DataNotDestroyed)).as("not deleted").isZero();
    task.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
    assertThat(counts.blockedBy(Block.DataNotDestroyed)).isEqualTo(1);
    assertThat(counts.blockedBy(Block.TerminationUnconfirmed)).isZero();
  }
}
