package dev.glovebox.cli;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.act.Changes;
import dev.glovebox.cli.run.TaskWait;
import dev.glovebox.cli.run.WaitGoal;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Deletes tasks, and waits until everything of them is destroyed. */
@Command(
    name = "delete",
    description = {
      "Deletes tasks, with everything of them: process, pod, volume, network policy.",
      "%nA task that runs is killed. A task is gone only when its data is; until then this tells what that waits for."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:The tasks are gone; with --wait=false: their end has begun",
      "1:There is no such task, or one was not destroyed in time",
      "64:The command line cannot be understood",
      "69:The cluster could not be asked"
    },
    footer = {
      "%nExamples:",
      "  kubectl glovebox delete hello",
      "  kubectl glovebox delete -l team=a --timeout 2m",
      "  kubectl glovebox delete --all --wait=false"
    })
final class DeleteCommand implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private TaskSelection selection;

  @Option(
      names = "--wait",
      arity = "0..1",
      defaultValue = "true",
      fallbackValue = "true",
      paramLabel = "true|false",
      description = "Return when everything is destroyed. Default: true.")
  private boolean wait;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "How long to wait, such as 90s or 5m. Default: for ever.")
  private String timeout;

  @Option(names = "--ignore-not-found", description = "A task that there is not is no error.")
  private boolean ignoreNotFound;

  private final Screen screen;

  DeleteCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws InterruptedException {
    var limit = TaskWait.limit("--timeout", timeout);
    try (KubernetesClient client = connection.open()) {
      var tasks = selection.tasks(client, ignoreNotFound);
      selection.tellNone(client, screen, tasks);
      var changes = new Changes(client);
      for (SandboxTask task : tasks) {
        changes.delete(task);
        screen
            .out()
            .printf("sandboxtask.glovebox.dev \"%s\" deleted%n", task.getMetadata().getName());
      }
      screen.out().flush();
      if (wait) {
        new TaskWait(client, screen, WaitGoal.DESTROYED, limit).await(tasks);
      }
    }
    return ExitCode.DONE;
  }
}
