package dev.glovebox.cli.complete;

import dev.glovebox.cli.complete.Cluster.Flags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * What the word that is being typed may become.
 *
 * @param words that begin with what was typed
 * @param files whether a file's name may stand there as well
 */
public record Candidates(List<String> words, boolean files) {
  private static final Candidates FILES = new Candidates(List.of(), true);

  /**
   * Words that begin with the last one.
   *
   * @param words what was typed after the program's name; the last is unfinished, maybe empty
   */
  public static Candidates of(CommandLine program, List<String> words, Cluster cluster) {
    CommandLine at = program;
    String last = words.isEmpty() ? "" : words.getLast();
    OptionSpec waiting = null;
    Map<String, String> values = new HashMap<>();
    Set<String> names = new HashSet<>();
    // bash takes "--flag=value" apart into three words.
    if (last.equals("=")) {
      last = "";
    }
    for (String word : words.subList(0, Math.max(0, words.size() - 1))) {
      if (waiting != null && word.equals("=")) {
        continue;
      }
      if (waiting != null) {
        values.put(waiting.longestName(), word);
        waiting = null;
      } else if (word.equals("--")) {
        return FILES; // what follows is the task's own command
      } else if (word.startsWith("--") && word.contains("=")) {
        values.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
      } else if (word.startsWith("-")) {
        OptionSpec option = at.getCommandSpec().findOption(word);
        waiting = option != null && option.arity().min() > 0 ? option : null;
      } else if (at.getSubcommands().containsKey(word)) {
        at = at.getSubcommands().get(word);
      } else {
        names.add(word);
      }
    }
    var flags =
        new Flags(values.get("--kubeconfig"), values.get("--context"), values.get("--namespace"));
    return new Typed(at.getCommandSpec(), names, flags, cluster).candidates(waiting, last);
  }

  /** A line up to its last word. */
  private record Typed(CommandSpec at, Set<String> names, Flags flags, Cluster cluster) {
    Candidates candidates(OptionSpec waiting, String last) {
      int equals = last.startsWith("--") ? last.indexOf('=') : -1;
      OptionSpec joined = equals < 0 ? null : at.findOption(last.substring(0, equals));
      if (joined != null) {
        String before = last.substring(0, equals + 1);
        return begun(values(joined).map(before::concat), last, isFile(joined));
      }
      if (waiting != null) {
        return begun(values(waiting), last, isFile(waiting));
      }
      if (last.startsWith("-")) {
        return begun(
            at.options().stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::longestName)
                .sorted(),
            last,
            false);
      }
      Stream<String> commands =
          at.subcommands().entrySet().stream()
              .filter(one -> !one.getValue().getCommandSpec().usageMessage().hidden())
              .map(Map.Entry::getKey)
              .sorted();
      return begun(
          Stream.concat(commands, at.positionalParameters().stream().flatMap(this::values)),
          last,
          false);
    }

    private static Candidates begun(Stream<String> words, String last, boolean files) {
      return new Candidates(words.filter(one -> one.startsWith(last)).toList(), files);
    }

    private static boolean isFile(OptionSpec option) {
      return "FILE".equals(option.paramLabel());
    }

    private Stream<String> values(ArgSpec argument) {
      if (argument.completionCandidates() != null) {
        var values = new ArrayList<String>();
        argument.completionCandidates().forEach(values::add);
        return values.stream();
      }
      return switch (argument) {
        case OptionSpec option ->
            switch (option.longestName()) {
              case "--namespace" -> cluster.namespaces(flags).stream();
              case "--context" -> cluster.contexts(flags).stream();
              default -> Stream.empty();
            };
        case PositionalParamSpec place ->
            "TASK".equals(place.paramLabel()) && (names.isEmpty() || place.arity().max() > 1)
                ? cluster.tasks(flags).stream().filter(one -> !names.contains(one))
                : Stream.empty();
        default -> Stream.empty();
      };
    }
  }
}
