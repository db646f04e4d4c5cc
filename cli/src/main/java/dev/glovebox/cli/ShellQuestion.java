package dev.glovebox.cli;

import dev.glovebox.cli.complete.Candidates;
import dev.glovebox.cli.complete.Cluster;
import dev.glovebox.cli.text.PlainText;
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

  /** Nothing but candidates is said: on a prompt an error would be in the way. */
  static int answer(Screen screen, CommandLine line, Cluster cluster, String... arguments) {
    List<String> words =
        LeadingFlags.movedUnfinished(List.of(arguments).subList(1, arguments.length));
    var found = Candidates.of(line, words, cluster);
    found.words().stream().map(PlainText::line).forEach(screen.out()::println);
    screen.out().println(found.words().isEmpty() && found.files() ? AS_USUAL : NO_FILES);
    return ExitCode.DONE;
  }
}
