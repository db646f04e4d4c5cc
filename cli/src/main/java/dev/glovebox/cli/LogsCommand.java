package dev.glovebox.cli;

import dev.glovebox.cli.run.LogReading;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a task wrote. */
@Command(
    name = "logs",
    description = {
      "Shows what a task wrote to its standard output and standard error.",
      "%nIt is untrusted text: control sequences (colours too), control characters and characters that do not show are taken out, a carriage return becomes a newline, and what is not UTF-8 becomes U+FFFD. --raw shows the bytes as they are; do not send them to a terminal."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:The log was shown",
      "1:There is no such task or no log, or not all of it could be read",
      "64:The command line cannot be understood",
      "69:The cluster could not be asked"
    },
    footer = {
      "%nExamples:",
      "  kubectl glovebox logs hello",
      "  kubectl glovebox logs -f --tail 20 hello",
      "  kubectl glovebox logs --raw hello | cat -v"
    })
final class LogsCommand implements Callable<Integer> {
  @Mixin private Connection connection;

  @Parameters(paramLabel = "TASK", description = "Name of the task.")
  private String name;

  @Option(
      names = {"-f", "--follow"},
      description = "Wait for the task's start, and go on until its end.")
  private boolean follow;

  @Option(names = "--raw", description = "The bytes as they are: not for a terminal.")
  private boolean raw;

  @Option(
      names = "--tail",
      paramLabel = "N",
      description = "Only the last N lines of what is there.")
  private Integer tail;

  private final Screen screen;

  LogsCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (tail != null && tail < 0) {
      throw new Failure(ExitCode.USAGE, "--tail %d: 0 or more is expected".formatted(tail));
    }
    try (KubernetesClient client = connection.open()) {
      var task = TaskSelection.named(client, name);
      var reading = new LogReading(client, screen, raw, tail);
      if (follow) {
        reading.follow(task);
      } else {
        reading.read(task);
      }
    }
    return ExitCode.DONE;
  }
}
