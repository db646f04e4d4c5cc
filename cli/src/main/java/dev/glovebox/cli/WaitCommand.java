package dev.glovebox.cli;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.run.Destruction;
import dev.glovebox.cli.run.TaskWait;
import dev.glovebox.cli.run.WaitGoal;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Waits for something to be true of tasks. */
@Command(
    name = "wait",
    description = {
      "Waits until something is true of tasks: that they have ended, unless --for says otherwise.",
      "%nIt ends as soon as that can never be: a task that failed will not succeed."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:It is true of all of them",
      "1:It can never be, or was not in time; or there is no such task",
      "64:The command line cannot be understood",
      "69:The cluster could not be asked"
    },
    footer = {
      "%nExamples:",
      "  kubectl glovebox wait hello",
      "  kubectl glovebox wait --for Succeeded --timeout 10m -l team=a",
      "  kubectl glovebox wait --for Running hello",
      "  kubectl glovebox wait --for Destroyed hello"
    })
final class WaitCommand implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private TaskSelection selection;

  @Option(
      names = "--for",
      paramLabel = "WHAT",
      defaultValue = "Finished",
      description =
          "A condition (Finished, Succeeded, Isolated, ...), condition=NAME[=STATUS], a phase (Running, ...), or Destroyed. Default: ${DEFAULT-VALUE}.")
  private String goal;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "How long to wait, such as 90s or 5m. Default: for ever.")
  private String timeout;

  private final Screen screen;

  WaitCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws InterruptedException {
    var limit = TaskWait.limit("--timeout", timeout);
    WaitGoal wanted = WaitGoal.parse(goal);
    try (KubernetesClient client = connection.open()) {
      var tasks = selection.tasks(client, wanted.equals(WaitGoal.DESTROYED));
      if (tasks.isEmpty() && !wanted.equals(WaitGoal.DESTROYED)) {
        throw new Failure(
            ExitCode.NO,
            MissingNamespace.of(client)
                .orElseGet(
                    () ->
                        selection.none(client)
                            + "; kubectl glovebox list shows those that there are"));
      }
      selection.tellNone(client, screen, tasks);
      if (wanted.equals(WaitGoal.DESTROYED)) {
        tasks.forEach(task -> tellWhoDeletes(client, task));
      }
      new TaskWait(client, screen, wanted, limit).await(tasks);
      for (SandboxTask task : tasks) {
        screen
            .out()
            .printf("sandboxtask.glovebox.dev/%s condition met%n", task.getMetadata().getName());
      }
    }
    return ExitCode.DONE;
  }

  /** Somebody who waits for what nobody has asked for would wait for ever. */
  private void tellWhoDeletes(KubernetesClient client, SandboxTask task) {
    if (task.getMetadata().getDeletionTimestamp() == null) {
      screen.err().println(Destruction.notDeleted(client, task));
    }
  }
}
