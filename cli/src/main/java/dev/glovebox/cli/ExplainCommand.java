package dev.glovebox.cli;

import dev.glovebox.cli.explain.Explanation;
import dev.glovebox.cli.explain.ReasonNames;
import dev.glovebox.cli.explain.Reasons;
import dev.glovebox.core.reason.Reason;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** What a reason of Refused or Failed means. Needs no cluster. */
@Command(
    name = "explain",
    description = {
      "Tells what a reason of Refused or Failed means: likely causes, what to do, whether to try"
          + " again, an example. Without a reason lists all. Needs no cluster."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:Explained.", "64:There is no such reason."},
    footer = {
      "%nExamples:",
      "  kubectl glovebox explain",
      "  kubectl glovebox explain NetworkPolicyWidened"
    })
final class ExplainCommand implements Callable<Integer> {
  private final Screen screen;

  @Parameters(
      paramLabel = "REASON",
      arity = "0..1",
      completionCandidates = ReasonNames.class,
      description = "As in a task's status.reason. Capitals do not matter.")
  private String reason;

  ExplainCommand(Screen screen) {
    this.screen = screen;
  }

  @Override
  public Integer call() {
    if (reason == null) {
      print(screen, Reasons.table());
      return ExitCode.DONE;
    }
    Reason found =
        Reasons.named(reason).orElseThrow(() -> new Failure(ExitCode.USAGE, unknown(reason)));
    print(screen, Explanation.of(found));
    return ExitCode.DONE;
  }

  /**
   * {@code explain REASON} and nothing else: no parser is needed to understand it.
   *
   * @return whether it was that and is done; otherwise nothing has been printed
   */
  static boolean atOnce(Screen screen, String... arguments) {
    if (arguments.length != 2 || !arguments[0].equals("explain")) {
      return false;
    }
    var found = Reasons.named(arguments[1]);
    found.ifPresent(one -> print(screen, Explanation.of(one)));
    return found.isPresent();
  }

  private static void print(Screen screen, List<String> lines) {
    var text = new StringBuilder();
    for (String line : lines) {
      text.append(line).append('\n');
    }
    screen.out().print(text);
    screen.out().flush();
  }

  private static String unknown(String word) {
    List<String> like = Reasons.like(word);
    String all = "kubectl glovebox explain lists all";
    return like.isEmpty()
        ? "there is no reason \"%s\"; %s".formatted(word, all)
        : "there is no reason \"%s\"; did you mean %s? %s"
            .formatted(word, String.join(" or ", like), all);
  }
}
