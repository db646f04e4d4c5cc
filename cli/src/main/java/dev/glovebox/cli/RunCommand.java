package dev.glovebox.cli;

import dev.glovebox.cli.act.Changes;
import dev.glovebox.cli.run.CommandWords;
import dev.glovebox.cli.run.RunSession;
import dev.glovebox.cli.run.TaskSource;
import dev.glovebox.cli.text.PlainText;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes a task, goes with it to its end, and takes it away again. */
@Command(
    name = "run",
    customSynopsis = {
      "kubectl glovebox run [FLAGS] IMAGE [[--] COMMAND...]",
      "       kubectl glovebox run [FLAGS] -f FILE"
    },
    preprocessor = CommandWords.class,
    description = {
      "Runs a command in a sandbox that has proved its isolation first.",
      "%nProgress goes to standard error, the task's own output to standard output, without what could drive a terminal. After its end the task is deleted with everything of it, unless --keep or --detach. Ctrl-C cancels and deletes it."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:The task succeeded",
      "1-255:The task's own exit code, if it has one (OutOfMemory: 137, under gVisor 128); otherwise:",
      "64:The command line or the file cannot be understood",
      "69:The cluster could not be asked",
      "124:The task's time was over",
      "125:The task was refused, or ended without an exit code of its own",
      "130:Ctrl-C"
    },
    footer = {
      "%nExamples:",
      "  kubectl glovebox run docker.io/library/busybox@sha256:... -- echo hello",
      "  kubectl glovebox run --timeout 10m --memory 2Gi --workspace 5Gi IMAGE -- make test",
      "  kubectl glovebox run --allow 203.0.113.10/32:443 IMAGE -- fetch https://203.0.113.10/",
      "  kubectl glovebox run -f task.yaml --keep",
      "  kubectl glovebox run --dry-run IMAGE -- true > task.yaml"
    })
final class RunCommand implements Callable<Integer> {
  @Mixin private Connection connection;
  @Mixin private TaskSource source;

  @Option(names = "--keep", description = "Keep the task after its end, until its ttl is over.")
  private boolean keep;

  @Option(
      names = {"-d", "--detach"},
      description = "Make the task, print its name and how to go on, and leave.")
  private boolean detach;

  @Option(
      names = "--dry-run",
      description =
          "Make nothing: print the task as YAML. A cluster that answers checks it first; where none does, a line says so.")
  private boolean dryRun;

  private final Screen screen;

  RunCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws InterruptedException {
    KubernetesClient opened;
    try {
      opened = connection.unasked();
    } catch (Failure e) {
      if (!dryRun || (connection.namesCluster() && e.exitCode() == ExitCode.USAGE)) {
        throw e;
      }
      return unchecked(task(connection.namespaceGiven()), e.getMessage());
    }
    // What is made or checked first tells by itself how a cluster that does not answer was left.
    try (KubernetesClient client = opened) {
      HasMetadata task = task(client.getNamespace());
      if (dryRun) {
        return dryRun(client, task);
      }
      var session = new RunSession(client, screen, keep);
      return detach ? detach(client, task) : session.run(task);
    }
  }

  private HasMetadata task(String namespace) {
    try {
      String unread = source.unread(System.in);
      if (!unread.isEmpty()) {
        screen.err().println(unread);
      }
      HasMetadata task = source.task(namespace, System.in);
      connection.refuseOther(task.getMetadata().getNamespace());
      return task;
    } catch (IllegalArgumentException e) {
      throw new Failure(ExitCode.USAGE, e.getMessage());
    } catch (IOException e) {
      throw new Failure(
          ExitCode.USAGE, "standard input cannot be read: %s".formatted(e.getMessage()));
    }
  }

  private int dryRun(KubernetesClient client, HasMetadata task) {
    try {
      new Changes(client).check(task);
    } catch (KubernetesClientException e) {
      if (!ClusterProblem.unanswered(e)) {
        throw RunSession.refused(client, e, task);
      }
      return unchecked(task, ClusterProblem.of(e, client));
    }
    OutputFormat.print(screen, OutputFormat.Form.YAML, task);
    return ExitCode.DONE;
  }

  private int unchecked(HasMetadata task, String why) {
    screen.err().println("not checked: " + PlainText.line(why));
    OutputFormat.print(screen, OutputFormat.Form.YAML, task);
    return ExitCode.DONE;
  }

  private int detach(KubernetesClient client, HasMetadata task) {
    HasMetadata made = RunSession.make(client, task);
    screen.out().printf("sandboxtask.glovebox.dev/%s created%n", made.getMetadata().getName());
    screen.out().flush();
    String address = RunSession.address(client, made);
    screen.err().println("To see what it writes: kubectl glovebox logs -f " + address);
    screen.err().println("To wait for its end:   kubectl glovebox wait " + address);
    screen.err().println("To remove it:          kubectl glovebox delete " + address);
    return ExitCode.DONE;
  }
}
