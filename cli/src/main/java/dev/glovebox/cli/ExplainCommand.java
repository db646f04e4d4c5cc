package dev.glovebox.cli;

import dev.glovebox.core.reason.Reason;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** What a reason of Refused or Failed means. Needs no cluster. */
@Command(
    name = "explain",
    description =
        "Tells what a reason of Refused or Failed means, and what to do. Needs no cluster.",
    footer = {"%nExample:", "  kubectl glovebox explain NetworkPolicyWidened"})
final class ExplainCommand implements Callable<Integer> {
  private final Screen screen;

  @Parameters(paramLabel = "REASON", description = "As in a task's status.reason.")
  private String reason;

  ExplainCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    Reason found =
        Arrays.stream(Reason.values())
            .filter(one -> one.name().equalsIgnoreCase(reason))
            .findFirst()
            .orElseThrow(() -> new Failure(ExitCode.USAGE, unknown()));
    screen.out().println(found.name() + ": " + found.meaning());
    return ExitCode.DONE;
  }

  private String unknown() {
    return "there is no reason \"%s\"; the reasons are: %s"
        .formatted(
            reason,
            Arrays.stream(Reason.values()).map(Enum::name).collect(Collectors.joining(", ")));
  }
}
