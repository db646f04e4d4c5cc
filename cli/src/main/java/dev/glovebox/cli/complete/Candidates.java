package dev.glovebox.cli.complete;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What the word that is being typed may become. */
public final class Candidates {
  private Candidates() {}

  /**
   * Words that begin with the last one.
   *
   * @param words what was typed after the program's name; the last is unfinished, maybe empty
   */
  public static List<String> of(CommandLine program, List<String> words) {
    CommandLine at = program;
    String last = words.isEmpty() ? "" : words.getLast();
    OptionSpec waiting = null;
    for (String word : words.subList(0, Math.max(0, words.size() - 1))) {
      if (waiting != null) {
        waiting = null;
      } else if (word.equals("--")) {
        return List.of(); // what follows is the task's own command
      } else if (word.startsWith("-")) {
        OptionSpec option = at.getCommandSpec().findOption(word);
        waiting = option != null && option.arity().min() > 0 ? option : null;
      } else if (at.getSubcommands().containsKey(word)) {
        at = at.getSubcommands().get(word);
      }
    }
    return possible(at.getCommandSpec(), waiting, last)
        .filter(one -> one.startsWith(last))
        .toList();
  }

  private static Stream<String> possible(CommandSpec at, OptionSpec waiting, String last) {
    if (waiting != null) {
      return values(waiting);
    }
    if (last.startsWith("-")) {
      return at.options().stream()
          .filter(option -> !option.hidden())
          .map(OptionSpec::longestName)
          .sorted();
    }
    Stream<String> commands =
        at.subcommands().entrySet().stream()
            .filter(one -> !one.getValue().getCommandSpec().usageMessage().hidden())
            .map(java.util.Map.Entry::getKey)
            .sorted();
    return Stream.concat(commands, at.positionalParameters().stream().flatMap(Candidates::values));
  }

  private static Stream<String> values(ArgSpec argument) {
    var values = new ArrayList<String>();
    if (argument.completionCandidates() != null) {
      argument.completionCandidates().forEach(values::add);
    }
    return values.stream();
  }
}
