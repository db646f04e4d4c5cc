package dev.glovebox.e2e.crash;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Set;

/** One task, in a namespace of its own, and what happens to it. Used by one thread. */
final class Mortal {
  private static final Set<Phase> TERMINAL = Set.of(Phase.Succeeded, Phase.Failed, Phase.Refused);

  private final Fate fate;
  private final Workplace workplace;
  private SandboxTask task;
  private String volume = "";
  private boolean happened;

  Mortal(Fate fate, Workplace workplace) {
    this.fate = fate;
    this.workplace = workplace;
  }

  Fate fate() {
    return fate;
  }

  Workplace workplace() {
    return workplace;
  }

  /** As last seen; null = not made yet. */
  SandboxTask task() {
    return task;
  }

  /** Its volume, which may be gone by now; empty = it never had one that was bound. */
  String volume() {
    return volume;
  }

  void begin() {
    fate.before(workplace);
    Lives.create(workplace, fate.more());
  }

  /** The task as it is now. Lets happen what is to happen while it runs. */
  void look(SandboxTask now) {
    task = now;
    Phase phase = now.getStatus() == null ? null : now.getStatus().phase();
    if (phase == Phase.Running && !happened) {
      happened = true;
      volume = workplace.volume(now);
      fate.whileRunning(workplace);
    }
  }

  /** Whether it is in a terminal phase. */
  boolean isOver() {
    return task != null && task.getStatus() != null && TERMINAL.contains(task.getStatus().phase());
  }

  /** Whether its status says why it ends, or is about to. */
  boolean hasReason() {
    return task != null
        && task.getStatus() != null
        && task.getStatus().reason() != null
        && !task.getStatus().reason().isEmpty();
  }

  /** Whether it is over, and none of its objects is on its way out. */
  boolean isSettled() {
    return isOver()
        && Lives.objects(workplace, task)
            .allMatch(object -> object.getMetadata().getDeletionTimestamp() == null);
  }

  /** Whether its process ran, or its pod is let go. */
  boolean isReleased() {
    return (task.getStatus() != null && task.getStatus().runningTime() != null)
        || Lives.objects(workplace, task)
            .filter(Pod.class::isInstance)
            .map(Pod.class::cast)
            .anyMatch(pod -> pod.getSpec().getSchedulingGates().isEmpty());
  }

  void delete() {
    workplace.handle(Lives.TASK).delete();
  }

  /** Whether it was destroyed. */
  boolean isGone() {
    return workplace.task(Lives.TASK) == null;
  }

  @Override
  public String toString() {
    return "%s, %s: %s"
        .formatted(fate, workplace.namespace(), task == null ? "" : task.getStatus());
  }
}
