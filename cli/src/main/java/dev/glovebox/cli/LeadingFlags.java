package dev.glovebox.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * People type {@code kubectl glovebox -n demo list}, as they type {@code kubectl -n demo get pods}:
 * the flags of {@link Connection} may stand before the command.
 */
final class LeadingFlags {
  private static final Set<String> WITH_VALUE =
      Set.of("-n", "--namespace", "--context", "--kubeconfig");

  private LeadingFlags() {}

  /** The same line with such flags behind the command; as it is where none stand before it. */
  static String[] moved(String... arguments) {
    List<String> words = List.of(arguments);
    int at = count(words);
    if (at == 0 || at >= words.size()) {
      return arguments;
    }
    List<String> line = new ArrayList<>(List.of(words.get(at)));
    line.addAll(words.subList(0, at));
    line.addAll(words.subList(at + 1, words.size()));
    return line.toArray(String[]::new);
  }

  /**
   * As {@link #moved}, of a line whose last word is still being typed: no command yet, or a flag's
   * value.
   */
  static List<String> movedUnfinished(List<String> words) {
    int at = count(words);
    if (at == 0 || at < words.size() - 1) {
      return List.of(moved(words.toArray(String[]::new)));
    }
    if (at == words.size() - 1) {
      return words.subList(at, words.size()); // the command is being typed
    }
    List<String> line = new ArrayList<>(List.of("list")); // any that has these flags
    line.addAll(words);
    return line;
  }

  private static int count(List<String> words) {
    int at = 0;
    while (at < words.size() && isOurs(words.get(at))) {
      at += WITH_VALUE.contains(words.get(at)) ? 2 : 1;
    }
    return at;
  }

  static boolean isOurs(String word) {
    return WITH_VALUE.contains(word)
        || (word.startsWith("-n") && word.length() > 2)
        || WITH_VALUE.stream()
            .anyMatch(flag -> flag.startsWith("--") && word.startsWith(flag + "="));
  }
}
