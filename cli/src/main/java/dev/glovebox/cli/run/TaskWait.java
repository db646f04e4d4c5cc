package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import dev.glovebox.cli.Screen;
import dev.glovebox.cli.text.Lapse;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;

/** Waits for a goal of several tasks, one after the other, within one time. */
public final class TaskWait {
  private static final Duration TICK = Duration.ofSeconds(1);

  private final KubernetesClient client;
  private final Progress progress;
  private final WaitGoal goal;
  private final Duration limit;
  private final long begun = System.nanoTime();

  /**
   * A wait that begins now.
   *
   * @param limit null for none
   */
  public TaskWait(KubernetesClient client, Screen screen, WaitGoal goal, Duration limit) {
    this.client = client;
    this.progress = Progress.on(screen);
    this.goal = goal;
    this.limit = limit;
  }

  /**
   * Of a flag.
   *
   * @return null if it was not given
   * @throws Failure if it is no length of time
   */
  public static Duration limit(String flag, String value) {
    try {
      return value == null ? null : Duration.ofSeconds(Lapse.seconds(value));
    } catch (IllegalArgumentException e) {
      throw new Failure(ExitCode.USAGE, flag + ": " + e.getMessage());
    }
  }

  /**
   * Returns when the goal is met by all.
   *
   * @throws Failure if it is not in time, or never can be; with 69 if that is not known
   */
  public void await(List<SandboxTask> tasks) throws InterruptedException {
    for (SandboxTask task : tasks) {
      if (goal.kind() == WaitGoal.Kind.GONE) {
        gone(task);
      } else {
        await(task);
      }
      progress.clear();
    }
  }

  private void gone(SandboxTask task) throws InterruptedException {
    Duration left = limit == null ? null : limit.minus(passed());
    String why = new Destruction(client, progress).await(task, left);
    if (!why.isEmpty()) {
      throw late(task, why);
    }
  }

  private void await(SandboxTask task) throws InterruptedException {
    SandboxTask now = task;
    WaitGoal.Answer answer = goal.of(now);
    var outage =
        new Outage(
            progress,
            "Ctrl-C ends this and not the task",
            "To go on: kubectl glovebox wait --for %s %s"
                .formatted(goal.flag(), RunSession.address(client, task)));
    try (var watch = new TaskWatch(client, task)) {
      while (answer != WaitGoal.Answer.MET) {
        if (answer == WaitGoal.Answer.NEVER) {
          throw never(now);
        }
        if (limit != null && passed().compareTo(limit) > 0) {
          throw outage.lasts()
              ? outage.late("%s is %s".formatted(name(now), goal), passed(), oneLine(where(now)))
              : late(now, where(now));
        }
        switch (watch.next(TICK)) {
          case TaskWatch.Now news -> {
            outage.answered();
            now = news.task();
            answer = goal.of(now);
          }
          case TaskWatch.Gone gone -> answer = goal.ofNone();
          case TaskWatch.Unknown unknown -> outage.unanswered(unknown.obstacle());
          case TaskWatch.Nothing nothing -> {
            if (!outage.lasts()) {
              progress.waiting("%s  %s: %s".formatted(Lapse.of(passed()), name(now), where(now)));
            }
          }
        }
      }
    }
  }

  private Failure late(SandboxTask task, String where) {
    progress.clear();
    return new Failure(
        ExitCode.NO,
        "%s is not %s after %s: %s"
            .formatted(name(task), goal, Lapse.of(passed()), oneLine(where)));
  }

  private Failure never(SandboxTask task) {
    progress.clear();
    return new Failure(
        ExitCode.NO,
        TaskEnd.is(task.getStatus())
            ? "%s will never be %s: %s".formatted(name(task), goal, oneLine(where(task)))
            : "%s was deleted before it was %s".formatted(name(task), goal));
  }

  private Duration passed() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  private static String where(SandboxTask task) {
    return task.getStatus() == null || task.getStatus().phase() == null
        ? "the operator has not seen it"
        : Narration.where(task.getStatus());
  }

  private static String oneLine(String text) {
    return text.replace('\n', ' ');
  }

  private static String name(SandboxTask task) {
    return task.getMetadata().getName();
  }
}
