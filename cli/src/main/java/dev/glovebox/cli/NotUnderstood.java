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
  /** What picocli says of the help of a command that there is not. */
  private static final String NO_HELP = "Unknown subcommand '";

  private NotUnderstood() {}

  static String words(ParameterException e, String... arguments) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    if (e.getMessage().startsWith(NO_HELP)) { // "help nosuch": the same words as "nosuch"
      String word = arguments[arguments.length - 1];
      return words(new UnmatchedArgumentException(command, List.of(word)), word);
    }
    String what =
        e instanceof UnmatchedArgumentException unmatched
            ? unmatched(unmatched, name, arguments)
            : plain(e.getMessage());
    return "%s; see: %s --help".formatted(what, name);
  }

  /** Without picocli's names of Java's types. */
  private static String plain(String message) {
    return message
        .replaceFirst("\\.$", "")
        .replaceFirst("is not an? (int|long)$", "is not a whole number, or is too large")
        .replaceFirst("is not a boolean$", "is neither true nor false");
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
