package dev.glovebox.operator.reconcile;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.operator.facts.ActiveTasks;
import dev.glovebox.operator.status.Phases;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;

/** Wakes the tasks that may wait for a node's certificate: those that have no pod yet. */
final class VerdictSource extends SimpleInboundEventSource<SandboxTask> {
  private final ActiveTasks tasks;

  VerdictSource(ActiveTasks tasks, Certifications certifications) {
    this.tasks = tasks;
    certifications.onVerdict(this::wake);
  }

  private void wake() {
    if (isRunning()) {
      tasks.all().stream()
          .filter(task -> Phases.podUid(task).isEmpty())
          .map(ResourceID::fromResource)
          .forEach(this::propagateEvent);
    }
  }
}
