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

/** Ends tasks, and keeps them. */
@Command(
    name = "cancel",
    description = {
      "Ends tasks: their processes get TERM, and KILL after the grace period.",
      "%nA cancelled task stays, with its log, until its ttl is over or it is deleted. One that has ended already stays as it is."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:The tasks were told to end; with --wait: they have ended",
      "1:There is no such task",
      "64:The command line cannot be understood",
      "69:The cluster could not be asked"
    },
    footer = {
      "%nExamples:",
      "  kubectl glovebox cancel hello",
      "  kubectl glovebox cancel --wait -l team=a"
    })
final class CancelCommand implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private TaskSelection selection;

  @Option(names = "--wait", description = "Return when they have ended.")
  private boolean wait;

  private final Screen screen;

  CancelCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws InterruptedException {
    try (KubernetesClient client = connection.open()) {
      var tasks = selection.tasks(client, false);
      selection.tellNone(client, screen, tasks);
      var changes = new Changes(client);
      for (SandboxTask task : tasks) {
        String name = task.getMetadata().getName();
        if (WaitGoal.FINISHED.of(task) == WaitGoal.Answer.MET) {
          screen
              .out()
              .printf(
                  "sandboxtask.glovebox.dev/%s has ended: %s%n", name, task.getStatus().phase());
        } else {
          changes.cancel(task);
          screen.out().printf("sandboxtask.glovebox.dev/%s cancelled%n", name);
        }
      }
      screen.out().flush();
      if (wait) {
        new TaskWait(client, screen, WaitGoal.FINISHED, null).await(tasks);
      }
    }
    return ExitCode.DONE;
  }
}
