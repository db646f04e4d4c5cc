package dev.glovebox.core.progress;

import io.fabric8.kubernetes.api.model.ContainerStateTerminated;

/**
 * The end of the task's process itself, as the kubelet reports it.
 *
 * @param exitCode null when there was no process, or its end was not seen
 * @param terminationMessage cleaned; empty = none
 * @param startedAt RFC 3339; null when not known
 * @param finishedAt RFC 3339; null when not known
 */
record ProcessEnd(
    Integer exitCode, String terminationMessage, String startedAt, String finishedAt) {
  /** What containerd gives for a time that never came. */
  private static final String TIME_ZERO = "1970-01-01T00:00:00Z";

  static ProcessEnd of(PodView view) {
    var end = view.taskEnd();
    if (end == null) {
      var running = view.task().getState().getRunning();
      return new ProcessEnd(null, "", running == null ? null : time(running.getStartedAt()), null);
    }
    // Here exit code and message are the runtime's or the kubelet's, not the process's.
    boolean foreign =
        TaskStart.START_ERRORS.contains(PodView.text(end.getReason()))
            || PodView.UNLOCATED.equals(end.getReason());
    return new ProcessEnd(
        foreign ? null : end.getExitCode(),
        foreign ? "" : TerminationMessage.clean(end.getMessage()),
        time(end.getStartedAt()),
        finished(end));
  }

  boolean isSuccess() {
    return exitCode != null && exitCode == 0;
  }

  private static String finished(ContainerStateTerminated end) {
    return time(end.getFinishedAt());
  }

  private static String time(String time) {
    return PodView.text(time).isEmpty() || TIME_ZERO.equals(time) ? null : time;
  }
}
