package dev.glovebox.cli;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.OutputFormat.Form;
import dev.glovebox.cli.connect.GivenFlags;
import dev.glovebox.cli.run.Outage;
import dev.glovebox.cli.run.TaskRows;
import dev.glovebox.cli.run.TaskStream;
import dev.glovebox.cli.text.ShellWords;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The tasks that there are. */
@Command(
    name = "list",
    description = "Lists tasks.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:The list was shown, or there are none",
      "1:There is no such namespace",
      "64:The command line cannot be understood",
      "69:The cluster could not be asked"
    },
    footer = {
      "%nExamples:",
      "  kubectl glovebox list",
      "  kubectl glovebox list -A -o wide",
      "  kubectl glovebox list -l team=a --watch"
    })
final class ListCommand implements Callable<Integer> {
  private static final Duration TICK = Duration.ofSeconds(1);

  @Mixin private Connection connection;

  @Mixin
  private OutputFormat format = new OutputFormat(Form.TABLE, Form.WIDE, Form.JSON, Form.YAML);

  @Option(
      names = {"-A", "--all-namespaces"},
      description = "Tasks of all namespaces.")
  private boolean allNamespaces;

  @Option(
      names = {"-l", "--selector"},
      paramLabel = "SELECTOR",
      description = "Only tasks with these labels, as in kubectl.")
  private String selector;

  @Option(
      names = {"-w", "--watch"},
      description = "Go on with a line for each change, until Ctrl-C.")
  private boolean watch;

  private final Screen screen;

  ListCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws InterruptedException {
    Form form = format.form();
    if (watch && (form == Form.JSON || form == Form.YAML)) {
      throw new Failure(ExitCode.USAGE, "--watch has table and wide only; use kubectl get --watch");
    }
    try (KubernetesClient client = connection.open();
        var stream = new TaskStream(client, allNamespaces, selector)) {
      if (watch) {
        list(stream); // what cannot even begin is an error at once
        return watch(stream, form, "To go on: " + again(client, form));
      }
      List<SandboxTask> tasks = list(stream);
      if (form == Form.JSON || form == Form.YAML) {
        OutputFormat.print(screen, form, OutputFormat.listOf(tasks));
      } else if (tasks.isEmpty()) {
        screen.err().println(allNamespaces ? "No resources found" : nothingIn(client));
      } else {
        new TaskRows(allNamespaces, form == Form.WIDE)
            .table(tasks, Instant.now())
            .forEach(screen.out()::println);
      }
    }
    return ExitCode.DONE;
  }

  /** As kubectl says it, unless there is no such namespace. */
  static String nothingIn(KubernetesClient client) {
    MissingNamespace.of(client)
        .ifPresent(
            line -> {
              throw new Failure(ExitCode.NO, line);
            });
    return "No resources found in %s namespace.".formatted(client.getNamespace());
  }

  private List<SandboxTask> list(TaskStream stream) {
    try {
      return stream.list();
    } catch (KubernetesClientException e) {
      throw TaskSelection.selectorRefused(selector, e);
    }
  }

  /** The same command, which can be pasted. */
  private String again(KubernetesClient client, Form form) {
    var words = new ArrayList<>(List.of("kubectl", "glovebox", "list", "--watch"));
    words.addAll(allNamespaces ? List.of("-A") : List.of("-n", client.getNamespace()));
    if (selector != null) {
      words.addAll(List.of("-l", selector));
    }
    if (form == Form.WIDE) {
      words.addAll(List.of("-o", "wide"));
    }
    return ShellWords.line(words) + GivenFlags.of(client.getConfiguration());
  }

  private int watch(TaskStream stream, Form form, String afterwards) throws InterruptedException {
    var rows = new TaskRows(allNamespaces, form == Form.WIDE);
    var outage = Outage.on(screen, "Ctrl-C ends this", afterwards);
    screen.out().println(rows.headingsOfChanges());
    while (!screen.out().checkError()) {
      switch (stream.next(TICK)) {
        case TaskStream.Answered answered -> outage.answered();
        case TaskStream.Change change ->
            rows.changed(change, Instant.now()).ifPresent(screen.out()::println);
        case TaskStream.Unknown unknown -> outage.unanswered(unknown.obstacle());
        case TaskStream.Nothing nothing -> {}
      }
    }
    return ExitCode.DONE;
  }
}
