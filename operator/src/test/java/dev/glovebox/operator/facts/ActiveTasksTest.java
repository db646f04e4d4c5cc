package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActiveTasksTest {

  private static SandboxTask task(String uid, String created) {
    var task = new SandboxTask();
    task.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace("agents")
            .withName(uid)
            .withUid(uid)
            .withCreationTimestamp(created)
            .build());
    return task;
  }

  private static SandboxTaskStatus in(Phase phase) {
    return new SandboxTaskStatus(
        null, phase, null, null, null, null, null, null, null, null, null, null, null, null, null,
        null, null, null, null, null);
  }

  @Test
  void ofAnyNumberOfTasksExactlyTheOldestAreWithinALimit() {
    List<SandboxTask> all =
        List.of(
            task("c", "2026-01-01T00:00:01Z"),
            task("a", "2026-01-01T00:00:01Z"),
            task("b", "2026-01-01T00:00:02Z"));
    var active = new ActiveTasks();
    active.readFrom(namespace -> namespace.equals("agents") ? all : List.of());
    assertThat(all.stream().map(active::olderThan)).containsExactly(1, 0, 2);
  }

  @Test
  void notToKnowIsNotZero() {
    assertThatThrownBy(() -> new ActiveTasks().olderThan(task("a", "2026-01-01T00:00:01Z")))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void allAreThoseOfEveryNamespace() {
    SandboxTask task = task("a", "2026-01-01T00:00:01Z");
    var active = new ActiveTasks();
    active.readFrom(
        key -> ActiveTasks.namespaceIfActive(task).contains(key) ? List.of(task) : List.of());
    assertThat(active.all()).containsExactly(task);
  }

  @Test
  void tasksThatHaveEndedAreNotInTheIndex() {
    SandboxTask task = task("a", "2026-01-01T00:00:01Z");
    assertThat(ActiveTasks.namespaceIfActive(task)).containsExactly("agents", "");
    for (Phase phase : Phase.values()) {
      task.setStatus(in(phase));
      boolean ended = List.of(Phase.Succeeded, Phase.Failed, Phase.Refused).contains(phase);
      assertThat(ActiveTasks.namespaceIfActive(task)).as(phase.name()).hasSize(ended ? 0 : 2);
    }
  }
}
