package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.TaskCondition;
import dev.glovebox.cli.text.Lapse;
import dev.glovebox.core.progress.TerminationMessage;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;

/** Waits until a deleted task is gone, which it is only when everything of it is destroyed. */
public final class Destruction {
  private static final Duration TICK = Duration.ofSeconds(1);

  /** Less than this is nothing to talk about: a pod's end and a volume's take a few seconds. */
  private static final Duration SOON = Duration.ofSeconds(15);

  private final KubernetesClient client;
  private final Progress progress;

  public Destruction(KubernetesClient client, Progress progress) {
    this.client = client;
    this.progress = progress;
  }

  /**
   * Returns when the task is gone, or the time is over. Where lines are not rewritten, tells after
   * a while what it waits for, and again whenever that changes.
   *
   * @param task as it was deleted
   * @param limit null for none
   * @return empty when all is destroyed; otherwise why it is not
   * @throws dev.glovebox.cli.Failure with 69 when the API server does not answer for too long, or
   *     not when the time is over
   */
  public String await(SandboxTask task, Duration limit) throws InterruptedException {
    long begun = System.nanoTime();
    String name = task.getMetadata().getName();
    String why = "the operator has not yet said how far it is";
    String told = "";
    boolean deleted = true;
    var outage =
        new Outage(
            progress,
            "What was begun goes on there. Ctrl-C ends the waiting alone",
            "To go on: kubectl glovebox wait --for Destroyed " + RunSession.address(client, task));
    try (var watch = new TaskWatch(client, task)) {
      while (true) {
        switch (watch.next(TICK)) {
          case TaskWatch.Now now -> {
            outage.answered();
            deleted = now.task().getMetadata().getDeletionTimestamp() != null;
            why = deleted ? why(now.task(), why) : notDeleted(client, now.task());
          }
          case TaskWatch.Unknown unknown -> outage.unanswered(unknown.obstacle());
          case TaskWatch.Gone gone -> {
            progress.clear();
            return "";
          }
          case TaskWatch.Nothing nothing -> {}
        }
        Duration passed = Duration.ofNanos(System.nanoTime() - begun);
        if (!outage.lasts()) {
          String doing = deleted ? "Destroying %s: %s".formatted(name, why) : why;
          progress.waiting("%s  %s".formatted(Lapse.of(passed), doing));
        }
        boolean tell = !progress.rewrites() && !outage.lasts() && deleted;
        if (tell && passed.compareTo(SOON) > 0 && !why.equals(told)) {
          told = why;
          progress.line("Destroying %s, after %s: %s".formatted(name, Lapse.of(passed), why));
        }
        if (limit != null && passed.compareTo(limit) > 0) {
          progress.clear();
          if (outage.lasts()) {
            throw outage.late(name + " is destroyed", passed, why);
          }
          return why;
        }
      }
    }
  }

  /** A line on a task that will not be destroyed as things are, and what would change that. */
  public static String notDeleted(KubernetesClient client, SandboxTask task) {
    String name = task.getMetadata().getName();
    String now =
        task.getStatus() == null || task.getStatus().phase() == null
            ? ""
            : " (it is %s)".formatted(task.getStatus().phase());
    return "task %s is not being deleted%s: its ttl does that, or kubectl glovebox delete %s"
        .formatted(name, now, RunSession.address(client, task));
  }

  /** What the operator says of it. */
  static String why(SandboxTask task, String otherwise) {
    List<TaskCondition> conditions =
        task.getStatus() == null || task.getStatus().conditions() == null
            ? List.of()
            : task.getStatus().conditions();
    return conditions.stream()
        .filter(c -> "Destroyed".equals(c.type()) && c.message() != null)
        .map(c -> TerminationMessage.clean("%s: %s".formatted(c.reason(), c.message())))
        .findFirst()
        .orElse(otherwise);
  }
}
