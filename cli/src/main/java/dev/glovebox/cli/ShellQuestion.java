package dev.glovebox.cli;

import dev.glovebox.cli.complete.Candidates;
import java.util.List;
import picocli.CommandLine;

/**
 * {@code __complete WORD…}, asked by shells in the protocol of kubectl's own completion:
 * candidates, a line each, then a directive. No command, for its words are to be completed and not
 * obeyed.
 */
final class ShellQuestion {
  /** Of cobra: do not fall back to names of files. */
  private static final String NO_FILES = ":4";

  /** Of cobra: let the shell do what it does without. */
  private static final String AS_USUAL = ":0";

  private ShellQuestion() {}

  static boolean is(String... arguments) {
    return arguments.length > 0 && arguments[0].equals("__complete");
  }

  static int answer(Screen screen, CommandLine line, String... arguments) {
    List<String> found = Candidates.of(line, List.of(arguments).subList(1, arguments.length));
    found.forEach(screen.out()::println);
    screen.out().println(found.isEmpty() ? AS_USUAL : NO_FILES);
    return ExitCode.DONE;
  }
}
