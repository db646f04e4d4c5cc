package dev.glovebox.cli.run;

import dev.glovebox.cli.text.ShellWords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.regex.Pattern;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/**
 * Tells {@code run}'s own words from those of the task's command, before they are parsed: the
 * {@code -d} of {@code run IMAGE ls -d} must neither be an unknown flag nor detach.
 */
public final class CommandWords implements IParameterPreprocessor {
  private static final String END_OF_FLAGS = "--";
  private static final Pattern STANDARD_INPUT =
      Pattern.compile("-i?ti?|-i|--(stdin|tty|interactive)(=.*)?");

  @Override
  public boolean preprocess(
      Stack<String> arguments, CommandSpec command, ArgSpec none, Map<String, Object> info) {
    problem(command, new ArrayList<>(arguments).reversed()) // the next word is on top
        .ifPresent(
            problem -> {
              throw new ParameterException(command.commandLine(), problem);
            });
    return false; // it is parsed as usual
  }

  /** What is wrong with the words that follow {@code run}, and the right line. */
  static Optional<String> problem(CommandSpec run, List<String> words) {
    int named = 0;
    int commandAt = 0;
    for (int i = 0; i < words.size() && !words.get(i).equals(END_OF_FLAGS); i++) {
      String word = words.get(i);
      if (!word.startsWith("-") || word.equals("-")) {
        named++;
        commandAt = named == 2 ? i : commandAt;
      } else if (named >= 2) {
        return Optional.of(behindTheCommand(run, words, commandAt, word));
      } else if (STANDARD_INPUT.matcher(word).matches()) {
        return Optional.of(
            "%s: a task has no standard input and no terminal; hand data over with --env NAME=VALUE, --config-map or --secret, or put it into the image"
                .formatted(word));
      } else if (wantsTheNext(run, word)) {
        i++;
      }
    }
    return Optional.empty();
  }

  private static String behindTheCommand(
      CommandSpec run, List<String> words, int commandAt, String flag) {
    String right =
        "kubectl glovebox run %s -- %s"
            .formatted(
                ShellWords.line(words.subList(0, commandAt)),
                ShellWords.line(words.subList(commandAt, words.size())));
    String ours =
        run.optionsMap().containsKey(flag.replaceFirst("=.*", ""))
            ? "; if %s is meant for run, it stands before the image".formatted(flag)
            : "";
    return "%s behind the task's command: put that after --, as in: %s%s"
        .formatted(flag, right, ours);
  }

  private static boolean wantsTheNext(CommandSpec run, String word) {
    if (word.startsWith("--")) {
      return wants(run.optionsMap().get(word));
    }
    for (int i = 1; i < word.length(); i++) { // -dn NAME, and -nNAME
      OptionSpec option = run.optionsMap().get("-" + word.charAt(i));
      if (option == null || wants(option)) {
        return option != null && i == word.length() - 1;
      }
    }
    return false;
  }

  private static boolean wants(OptionSpec option) {
    return option != null && option.arity().min() > 0;
  }
}
