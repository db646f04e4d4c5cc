package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import dev.glovebox.cli.Screen;
import dev.glovebox.core.progress.TerminationMessage;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;

/** {@code logs}: what a task wrote, now or as it comes. */
public final class LogReading {
  private static final Duration TICK = Duration.ofSeconds(1);

  private final KubernetesClient client;
  private final Progress progress;
  private final Integer tail;
  private final TaskLog.Sink sink;
  private final Runnable atEnd;

  /**
   * A reading.
   *
   * @param raw whether the bytes are handed on as they are
   * @param tail at most so many lines of what is there; null for all
   */
  public LogReading(KubernetesClient client, Screen screen, boolean raw, Integer tail) {
    this.client = client;
    this.progress = Progress.on(screen);
    this.tail = tail;
    var plain = new PlainOutput(progress);
    this.sink = raw ? progress::output : plain::take;
    this.atEnd = raw ? () -> {} : plain::end;
  }

  /**
   * What is there now.
   *
   * @throws Failure if there is no log, with why
   */
  public void read(SandboxTask task) throws InterruptedException {
    mustHaveRun(task, TaskEnd.mayHaveRun(task.getStatus()));
    var connection =
        new LogConnection(client, task.getMetadata().getNamespace(), task.getStatus().podName());
    String problem = new TaskLog(connection, tail, sink).read();
    atEnd.run();
    progress.clear();
    mustBeWhole(problem);
  }

  /**
   * What is there, and what comes until the task ends. Waits for its start.
   *
   * @throws Failure if there is no log, or not all of it, with why; with 69 when the API server
   *     does not answer for too long
   */
  public void follow(SandboxTask task) throws InterruptedException {
    OutputThread output = null;
    var outage =
        new Outage(
            progress,
            "The task goes on there. Ctrl-C ends this and not the task",
            "To go on: kubectl glovebox logs -f " + RunSession.address(client, task));
    try (var watch = new TaskWatch(client, task)) {
      SandboxTask now = task;
      boolean there = true;
      while (there && !TaskEnd.is(now.getStatus()) && (output == null || output.alive())) {
        switch (watch.next(TICK)) {
          case TaskWatch.Now news -> {
            now = news.task();
            if (outage.answered() && output != null) {
              output.renew(); // its connection may have died with the others
            }
          }
          case TaskWatch.Gone gone -> there = false;
          case TaskWatch.Unknown unknown -> outage.unanswered(unknown.obstacle());
          case TaskWatch.Nothing nothing -> {}
        }
        if (output != null) {
          output.renewIfSilent();
        }
        if (output == null && TaskEnd.mayHaveRun(now.getStatus())) {
          output = OutputThread.start(client, now, tail, sink, atEnd);
        } else if (output == null
            && !outage.lasts()
            && now.getStatus() != null
            && now.getStatus().phase() != null) {
          progress.waiting(Narration.where(now.getStatus()));
        }
      }
      if (output == null) {
        mustHaveRun(now, there && TaskEnd.mayHaveRun(now.getStatus()));
        output = OutputThread.start(client, now, tail, sink, atEnd);
      }
    }
    String problem = output.finish();
    progress.clear();
    mustBeWhole(problem);
  }

  private void mustHaveRun(SandboxTask task, boolean mayHaveRun) {
    if (!mayHaveRun) {
      progress.clear();
      throw new Failure(ExitCode.NO, whyNoLog(task));
    }
  }

  private static void mustBeWhole(String problem) {
    if (!problem.isEmpty()) {
      throw new Failure(ExitCode.NO, problem);
    }
  }

  /** A line. */
  static String whyNoLog(SandboxTask task) {
    String name = task.getMetadata().getName();
    SandboxTaskStatus status = task.getStatus();
    if (status == null || status.phase() == null) {
      return "task %s has no log yet: the operator has not seen it; -f waits".formatted(name);
    }
    String where = TerminationMessage.clean(Narration.where(status)).replace('\n', ' ');
    if (status.phase() == Phase.Refused) {
      return "task %s has no log, for it never ran: %s".formatted(name, where);
    }
    return TaskEnd.is(status)
        ? "task %s has no log: %s".formatted(name, where)
        : "task %s has no log yet: %s; -f waits".formatted(name, where);
  }
}
