package dev.glovebox.e2e.soak;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What a user sees of tasks, with an API server that is away for moments. */
record Looks(Workplace workplace) {
  /** An operator that was killed twice, and a node that is certified again: a minute each. */
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** For a log, which a kubelet that stands still gives when it goes on. */
  private static final int LOG_TRIES = 20;

  private static final Duration LOOK = Duration.ofMillis(500);
  private static final Set<Phase> TERMINAL = Set.of(Phase.Succeeded, Phase.Failed, Phase.Refused);

  /** A request. */
  interface Request<T> {
    T send();
  }

  /**
   * Sends it until it is answered, for as long as patience lasts.
   *
   * @throws KubernetesClientException the last answer
   */
  static <T> T sure(Request<T> request) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return request.send();
      } catch (KubernetesClientException e) {
        // A refusal stays one; what is not an answer may be followed by one.
        boolean refused = e.getCode() >= 400 && e.getCode() < 500 && e.getCode() != 429;
        if (refused || System.nanoTime() > end) {
          throw e;
        }
      }
      Thread.sleep(LOOK);
    }
  }

  /**
   * Waits until something holds of a task.
   *
   * @return the task when it last was seen; empty = it is gone
   */
  Optional<SandboxTask> await(String name, Predicate<SandboxTask> condition)
      throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      SandboxTask task = sure(() -> workplace.task(name));
      if (task == null || condition.test(task) || System.nanoTime() > end) {
        return Optional.ofNullable(task);
      }
      Thread.sleep(LOOK);
    }
  }

  static boolean ended(SandboxTask task) {
    return task.getStatus() != null && TERMINAL.contains(task.getStatus().phase());
  }

  /** Whether it runs or has ended: waiting for the former must not outlast the latter. */
  static boolean runs(SandboxTask task) {
    return ended(task) || (task.getStatus() != null && task.getStatus().phase() == Phase.Running);
  }

  /** Phase and reason, as in {@code Failed/OutOfMemory}. */
  static String seen(SandboxTask task) {
    if (task.getStatus() == null) {
      return "without status";
    }
    String reason = task.getStatus().reason();
    return task.getStatus().phase() + (reason == null || reason.isEmpty() ? "" : "/" + reason);
  }

  /** How often its process said that it started; -1 = it has no pod to ask. */
  long starts(SandboxTask task) throws InterruptedException {
    for (int i = 1; ; i++) {
      try {
        if (workplace.pod(task) == null || task.getStatus().runningTime() == null) {
          return -1;
        }
        return workplace.log(task).lines().filter("start"::equals).count();
      } catch (KubernetesClientException e) {
        if (i == LOG_TRIES) {
          throw e;
        }
      }
      Thread.sleep(LOOK);
    }
  }
}
