package dev.glovebox.operator.status;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.core.reason.Reason;
import java.util.Arrays;
import java.util.Optional;

/** What a task's status says, read without surprises: a task without a status is Pending. */
public final class Phases {
  private Phases() {}

  /** The phase; Pending when there is none yet. */
  public static Phase of(SandboxTask task) {
    SandboxTaskStatus status = task.getStatus();
    return status == null || status.phase() == null ? Phase.Pending : status.phase();
  }

  /** Whether the phase never changes again. */
  public static boolean terminal(Phase phase) {
    return switch (phase) {
      case Succeeded, Failed, Refused -> true;
      case Pending, Provisioning, Attesting, Running, Stopping -> false;
    };
  }

  /** The recorded reason; empty when there is none, or one that this version does not know. */
  public static Optional<Reason> reason(SandboxTask task) {
    String recorded = task.getStatus() == null ? null : task.getStatus().reason();
    return Arrays.stream(Reason.values())
        .filter(reason -> reason.name().equals(recorded))
        .findFirst();
  }

  /** UID of the pod that was, or is about to be, released; empty = none ever was. */
  public static Optional<String> podUid(SandboxTask task) {
    return Optional.ofNullable(task.getStatus())
        .map(SandboxTaskStatus::podUID)
        .filter(uid -> !uid.isEmpty());
  }
}
