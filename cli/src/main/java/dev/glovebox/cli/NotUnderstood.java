package dev.glovebox.cli;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * What to say of a command line that cannot be understood: one line, with the line to type if
 * known.
 */
final class NotUnderstood {
  private NotUnderstood() {}

  static String words(ParameterException e, String... arguments) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    String what =
        e instanceof UnmatchedArgumentException unmatched
            ? unmatched(unmatched, name, arguments)
            : e.getMessage().replaceFirst("\\.$", "");
    return "%s; see: %s --help".formatted(what, name);
  }

  private static String unmatched(UnmatchedArgumentException e, String name, String... arguments) {
    CommandLine command = e.getCommandLine();
    String word = e.getUnmatched().getFirst();
    boolean program = command.getParent() == null;
    List<String> meant = e.getSuggestions();
    String like =
        meant.isEmpty()
            ? ""
            : "; did you mean %s?"
                .formatted(
                    meant.stream()
                        .map(one -> one.replace(name + " ", ""))
                        .collect(Collectors.joining(" or ")));
    if (e.isUnknownOption()) {
      if (program && LeadingFlags.isOurs(word)) {
        return "no command follows %s".formatted(word);
      }
      String right = program ? behindTheCommand(command, arguments) : "";
      return right.isEmpty()
          ? "%s has no flag %s%s".formatted(name, word, like)
          : "flags stand behind the command: " + right;
    }
    if (program) {
      return "there is no command \"%s\"%s".formatted(word, like);
    }
    var places = command.getCommandSpec().positionalParameters();
    return "\"%s\" is too much: %s takes %s"
        .formatted(
            word,
            name,
            places.isEmpty()
                ? "no names, only flags"
                : "only "
                    + places.stream()
                        .map(one -> one.paramLabel())
                        .collect(Collectors.joining(" ")));
  }

  /** The line with the command first; empty if there is no command in it. */
  private static String behindTheCommand(CommandLine program, String... arguments) {
    List<String> words = List.of(arguments);
    for (int i = 1; i < words.size(); i++) {
      if (program.getSubcommands().containsKey(words.get(i))) {
        return "%s %s %s"
            .formatted(
                program.getCommandName(),
                String.join(" ", words.subList(i, words.size())),
                String.join(" ", words.subList(0, i)));
      }
    }
    return "";
  }
}
