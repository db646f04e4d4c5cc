package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import dev.glovebox.cli.act.Changes;
import dev.glovebox.cli.text.Lapse;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;

/**
 * Goes with a task from its creation to its end: tells its way, hands its output on, and after
 * Ctrl-C sees to it that it ends.
 */
public final class TaskRun {
  private static final Duration TICK = Duration.ofSeconds(1);

  private final KubernetesClient client;
  private final Progress progress;
  private final CtrlC ctrlC;
  private final long begun = System.nanoTime();
  private final Narration narration = new Narration();
  private final PlainOutput plain;

  private SandboxTask task;
  private OutputThread output;
  private boolean cancelled;
  private final Outage outage;
  private String problem = "";

  /**
   * A run of a task that was just made.
   *
   * @param task as the API server stored it
   */
  public TaskRun(KubernetesClient client, Progress progress, CtrlC ctrlC, SandboxTask task) {
    this.client = client;
    this.progress = progress;
    this.ctrlC = ctrlC;
    this.task = task;
    this.plain = new PlainOutput(progress);
    String address = RunSession.address(client, task);
    this.outage =
        new Outage(
            progress,
            "The task goes on there. Ctrl-C cancels it when there is an answer; Ctrl-C again leaves it as it is",
            "What became of task %s is not known here. To go on: kubectl glovebox wait %s; kubectl glovebox logs -f %s. To remove it: kubectl glovebox delete %s"
                .formatted(task.getMetadata().getName(), address, address, address));
  }

  /**
   * Returns when the task has ended and its output is out.
   *
   * @return the exit code of {@code run}
   * @throws Failure with 69 when the API server does not answer for too long
   */
  public int follow() throws InterruptedException {
    try (var watch = new TaskWatch(client, task)) {
      ctrlC.wakes(watch::wake);
      while (true) {
        switch (watch.next(TICK)) {
          case TaskWatch.Now now -> state(now.task());
          case TaskWatch.Unknown unknown -> outage.unanswered(unknown.obstacle());
          case TaskWatch.Gone gone -> {
            outage.answered();
            return gone();
          }
          case TaskWatch.Nothing nothing -> nothingNew();
        }
        if (TaskEnd.is(task.getStatus())) {
          return ended();
        }
        if (ctrlC.pressed() && !cancelled) {
          cancel();
        }
      }
    }
  }

  /** The task as it was last seen. */
  public SandboxTask task() {
    return task;
  }

  private void state(SandboxTask now) {
    task = now;
    if (outage.answered() && output != null) {
      output.renew(); // its connection may have died with the others
    }
    narration.next(now).forEach(progress::line);
    if (output == null && TaskEnd.mayHaveRun(now.getStatus())) {
      output = OutputThread.start(client, now, null, this::take, plain::end);
    }
    if (output == null) {
      progress.waiting(waiting());
    }
  }

  private void nothingNew() {
    if (output != null) {
      output.renewIfSilent();
    }
    if (!outage.lasts()) {
      progress.waiting(waiting());
    }
  }

  private String waiting() {
    String where =
        task.getStatus() == null || task.getStatus().phase() == null
            ? "Waiting for the operator to see it"
            : Narration.where(task.getStatus());
    return "%s  %s".formatted(Lapse.of(Duration.ofNanos(System.nanoTime() - begun)), where);
  }

  private void cancel() {
    try {
      ctrlC.asking(() -> new Changes(client).cancel(task));
      cancelled = true;
    } catch (KubernetesClientException | Failure e) {
      if (e instanceof KubernetesClientException said && said.getCode() == 404) {
        cancelled = true; // gone already: the watch says so next
        return;
      }
      String said = "Not cancelled yet, trying again: " + Obstacle.of(e).words();
      if (!said.equals(problem)) {
        progress.line(said);
      }
      problem = said;
    }
  }

  private int ended() throws InterruptedException {
    finishOutput();
    progress.clear();
    narration.end(task.getStatus()).forEach(progress::line);
    return ctrlC.pressed() ? ExitCode.INTERRUPTED : TaskEnd.exitCode(task.getStatus());
  }

  /** Read to its end even if nobody reads standard output: the run goes on for its exit code. */
  private boolean take(byte[] bytes) {
    plain.take(bytes);
    return true;
  }

  private void finishOutput() throws InterruptedException {
    String missing = output == null ? "" : output.finish();
    if (!missing.isEmpty()) {
      progress.line("Its output may be incomplete: " + missing);
    }
  }

  private int gone() throws InterruptedException {
    finishOutput();
    progress.line("The task was deleted by somebody else; what became of it is not known.");
    return ctrlC.pressed() ? ExitCode.INTERRUPTED : ExitCode.NOT_RUN;
  }
}
