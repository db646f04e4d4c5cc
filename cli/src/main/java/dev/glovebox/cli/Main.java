package dev.glovebox.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.glovebox.cli.connect.Place;
import dev.glovebox.cli.connect.Plain;
import dev.glovebox.cli.text.PlainText;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.PrintWriter;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine;

/** Starts a command, prints how it failed, and ends the process. */
public final class Main {
  /** With it set, a bug is shown with its stack. */
  private static final String TRACE = "GLOVEBOX_TRACE";

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
        ? ShellQuestion.answer(screen, line, new AskedCluster(), arguments)
        : line.execute(LeadingFlags.moved(arguments));
  }

  static CommandLine commandLine(Screen screen) {
    CommandLine line = new CommandLine(new GloveboxCommand(), new CommandFactory(screen));
    // "-- curl -d @data.json" is the task's own: no file of this machine gets into its spec.
    line.setExpandAtFiles(false);
    line.setOut(new PrintWriter(screen.out(), true, UTF_8));
    line.setErr(new PrintWriter(screen.err(), true, UTF_8));
    line.setExecutionExceptionHandler((e, command, parsed) -> failed(screen, command, e));
    line.setExitCodeExceptionMapper(e -> ExitCode.UNAVAILABLE);
    line.setParameterExceptionHandler(
        (e, words) -> {
          screen.err().println("error: " + PlainText.line(NotUnderstood.words(e, words)));
          return ExitCode.USAGE;
        });
    OutputFormat.name(line);
    HelpText.set(line, System.getenv("COLUMNS"));
    return line;
  }

  private static int failed(Screen screen, CommandLine command, Exception thrown) {
    Exception e = unwrapped(thrown);
    return switch (e) {
      case Failure failure -> {
        screen.err().println("error: " + PlainText.line(failure.getMessage()));
        yield failure.exitCode();
      }
      case KubernetesClientException unavailable -> {
        screen
            .err()
            .println("error: " + PlainText.line(ClusterProblem.of(unavailable, place(command))));
        yield ExitCode.UNAVAILABLE;
      }
      case InterruptedException interrupted -> ExitCode.INTERRUPTED;
      case CancellationException cancelled -> ExitCode.INTERRUPTED;
      default -> bug(screen, e);
    };
  }

  /** Threads wrap what was thrown in them. */
  private static Exception unwrapped(Exception e) {
    return (e instanceof CompletionException || e instanceof ExecutionException)
            && e.getCause() instanceof Exception cause
        ? unwrapped(cause)
        : e;
  }

  private static int bug(Screen screen, Exception e) {
    boolean trace = System.getenv(TRACE) != null;
    screen
        .err()
        .println(
            "error: a bug of this program, %s: %s; please report it%s"
                .formatted(
                    String.join(" ", new Version().getVersion()),
                    PlainText.line(Plain.deepest(e)),
                    trace ? " with this:" : ", with what " + TRACE + "=1 prints in addition"));
    if (trace) {
      e.printStackTrace(screen.err());
    }
    return ExitCode.UNAVAILABLE;
  }

  /** Which API server a command asks. */
  private static Place place(CommandLine command) {
    return command.getMixins().values().stream()
        .filter(Connection.class::isInstance)
        .map(one -> ((Connection) one).place())
        .findFirst()
        .orElse(Place.UNKNOWN);
  }
}
