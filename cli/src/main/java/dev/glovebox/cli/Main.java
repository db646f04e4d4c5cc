package dev.glovebox.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.glovebox.cli.text.PlainText;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.PrintWriter;
import picocli.CommandLine;

/** Starts a command, prints how it failed, and ends the process. */
public final class Main {
  private Main() {}

  /** Ends the process with a code of {@link ExitCode}, or {@code run}'s task's own. */
  public static void main(String[] arguments) {
    Screen screen = Screen.ofProcess();
    int code = run(screen, arguments);
    screen.out().flush();
    screen.err().flush();
    System.exit(code);
  }

  /** One command, start to end, on a screen. */
  static int run(Screen screen, String... arguments) {
    CommandLine line = commandLine(screen);
    return ShellQuestion.is(arguments)
        ? ShellQuestion.answer(screen, line, arguments)
        : line.execute(arguments);
  }

  static CommandLine commandLine(Screen screen) {
    CommandLine line = new CommandLine(new GloveboxCommand(), new CommandFactory(screen));
    // "-- curl -d @data.json" is the task's own: no file of this machine gets into its spec.
    line.setExpandAtFiles(false);
    line.setOut(new PrintWriter(screen.out(), true, UTF_8));
    line.setErr(new PrintWriter(screen.err(), true, UTF_8));
    line.setExecutionExceptionHandler((e, command, parsed) -> failed(screen, e));
    line.setExitCodeExceptionMapper(e -> ExitCode.UNAVAILABLE);
    line.setParameterExceptionHandler(
        (e, args) -> {
          screen.err().println("error: " + PlainText.line(e.getMessage()));
          CommandLine.UnmatchedArgumentException.printSuggestions(e, e.getCommandLine().getErr());
          screen
              .err()
              .println(
                  "see: %s --help".formatted(e.getCommandLine().getCommandSpec().qualifiedName()));
          return ExitCode.USAGE;
        });
    return line;
  }

  private static int failed(Screen screen, Exception e) throws Exception {
    return switch (e) {
      case Failure failure -> {
        screen.err().println("error: " + PlainText.line(failure.getMessage()));
        yield failure.exitCode();
      }
      case KubernetesClientException unavailable -> {
        screen.err().println("error: " + PlainText.line(ClusterProblem.of(unavailable)));
        yield ExitCode.UNAVAILABLE;
      }
      default -> throw e;
    };
  }
}
