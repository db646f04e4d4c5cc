package dev.glovebox.cli.run;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.ClusterProblem;
import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import dev.glovebox.cli.Screen;
import dev.glovebox.cli.act.Changes;
import dev.glovebox.cli.connect.GivenFlags;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;

/** {@code run} in the foreground: make, follow, take away. */
public final class RunSession {
  /** What a cluster needs at worst when nothing is broken; then the operator goes on alone. */
  private static final Duration DESTRUCTION = Duration.ofMinutes(2);

  private static final int UNPROCESSABLE = 422;

  private final KubernetesClient client;
  private final Progress progress;
  private final boolean keep;

  /**
   * A session.
   *
   * @param keep whether the task stays after its end
   */
  public RunSession(KubernetesClient client, Screen screen, boolean keep) {
    this.client = client;
    this.progress = Progress.on(screen);
    this.keep = keep;
  }

  /**
   * Makes a task.
   *
   * @throws Failure if it was not made, or that is not known: 64 for values that the API server
   *     does not take, 69 if it does not answer, 125 if it refuses the task
   */
  public static HasMetadata make(KubernetesClient client, HasMetadata task) {
    try {
      return new Changes(client).create(task);
    } catch (KubernetesClientException e) {
      if (!ClusterProblem.leavesOpen(e)) {
        throw refused(client, e, task);
      }
      String problem = ClusterProblem.of(e, client);
      throw new Failure(
          ExitCode.UNAVAILABLE,
          NotSent.is(e)
              ? problem + ". Nothing was made"
              : "%s. Whether task %s was made is not known. To find out: kubectl glovebox inspect %s; to remove it: kubectl glovebox delete --ignore-not-found %s"
                  .formatted(problem, name(task), address(client, task), address(client, task)));
    }
  }

  /** What the API server's no to a task means; nothing was made. */
  public static Failure refused(
      KubernetesClient client, KubernetesClientException e, HasMetadata task) {
    String values = RefusedValues.of(e.getStatus(), task instanceof SandboxTask);
    return switch (e.getCode()) {
      case HttpURLConnection.HTTP_BAD_REQUEST, UNPROCESSABLE ->
          new Failure(
              ExitCode.USAGE,
              "%s. Nothing was made"
                  .formatted(values.isEmpty() ? ClusterProblem.of(e, client) : values));
      case HttpURLConnection.HTTP_CONFLICT ->
          new Failure(
              ExitCode.NOT_RUN,
              "there is a task %s in namespace %s already; choose another --name, look at that one with kubectl glovebox inspect %s, or remove it with kubectl glovebox delete %s"
                  .formatted(
                      name(task), namespace(task), address(client, task), address(client, task)));
      default ->
          new Failure(
              e.getCode() == HttpURLConnection.HTTP_UNAUTHORIZED
                      || e.getCode() >= HttpURLConnection.HTTP_INTERNAL_ERROR
                  ? ExitCode.UNAVAILABLE
                  : ExitCode.NOT_RUN,
              ClusterProblem.of(e, client));
    };
  }

  /** Returns {@code run}'s exit code when the task has ended and, unless kept, is destroyed. */
  public int run(HasMetadata wanted) throws InterruptedException {
    CtrlC ctrlC = new CtrlC(progress, first(wanted), () -> leave(wanted)).handled();
    SandboxTask task = stored(make(client, wanted));
    progress.line("Task %s in namespace %s".formatted(name(task), namespace(task)));
    var run = new TaskRun(client, progress, ctrlC, task);
    int code = run.follow();
    if (keep) {
      progress.line("Kept. To look at it: kubectl glovebox inspect " + address(client, task));
      progress.line("To remove it:        kubectl glovebox delete " + address(client, task));
    } else {
      destroy(run.task());
    }
    return code;
  }

  /** Tells by itself what has not come about: the task's end, and its exit code, stand. */
  void destroy(SandboxTask task) throws InterruptedException {
    if (!deleted(task)) {
      return;
    }
    try {
      String why = new Destruction(client, progress).await(task, DESTRUCTION);
      if (why.isEmpty()) {
        progress.line("Destroyed, with everything of it");
      } else {
        progress.line(
            "Deleted, but not destroyed yet: %s. The operator goes on; to watch: kubectl glovebox list --watch -n %s%s"
                .formatted(why, namespace(task), GivenFlags.of(client.getConfiguration())));
      }
    } catch (Failure e) {
      progress.line("Deleted; " + e.getMessage());
    }
  }

  private boolean deleted(SandboxTask task) {
    try {
      new Changes(client).delete(task);
      return true;
    } catch (KubernetesClientException | Failure e) {
      Obstacle obstacle = Obstacle.of(e);
      boolean open =
          obstacle.kind() != Obstacle.Kind.CREDENTIALS
              && !NotSent.is(e)
              && e instanceof KubernetesClientException said
              && ClusterProblem.leavesOpen(said);
      progress.line(
          "%s: %s. To remove it: kubectl glovebox delete --ignore-not-found %s"
              .formatted(
                  open ? "Whether it is being deleted is not known" : "Not deleted",
                  obstacle.words(),
                  address(client, task)));
      return false;
    }
  }

  private String first(HasMetadata task) {
    return keep
        ? "Cancelling %s; Ctrl-C again leaves at once".formatted(name(task))
        : "Cancelling and deleting %s; Ctrl-C again leaves at once".formatted(name(task));
  }

  private void leave(HasMetadata task) {
    progress.last(
        "Left. Task %s may still run, or be there. To remove it: kubectl glovebox delete --ignore-not-found %s"
            .formatted(name(task), address(client, task)));
    Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
  }

  private SandboxTask stored(HasMetadata made) {
    return made instanceof SandboxTask task
        ? task
        : client.getKubernetesSerialization().convertValue(made, SandboxTask.class);
  }

  /** As the arguments of another command, on the same cluster. */
  public static String address(KubernetesClient client, HasMetadata task) {
    return "%s -n %s%s"
        .formatted(name(task), namespace(task), GivenFlags.of(client.getConfiguration()));
  }

  private static String name(HasMetadata task) {
    return task.getMetadata().getName();
  }

  private static String namespace(HasMetadata task) {
    return task.getMetadata().getNamespace();
  }
}
