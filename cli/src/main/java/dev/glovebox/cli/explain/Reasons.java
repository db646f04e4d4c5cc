package dev.glovebox.cli.explain;

import dev.glovebox.cli.text.Table;
import dev.glovebox.core.reason.Reason;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds reasons by what somebody typed. */
public final class Reasons {
  /** As many misspelt letters are forgiven as tell a slip from another word. */
  private static final int SLIPS = 4;

  private static final int MOST = 3;

  private Reasons() {}

  /** The reason of that name; capitals do not matter. */
  public static Optional<Reason> named(String word) {
    for (Reason reason : Reason.values()) {
      if (reason.name().equalsIgnoreCase(word)) {
        return Optional.of(reason);
      }
    }
    return Optional.empty();
  }

  /** Those that somebody may have meant, the likeliest first; at most three, maybe none. */
  public static List<String> like(String word) {
    String typed = word.toLowerCase(Locale.ROOT);
    record Near(String name, int distance) {}
    return Stream.of(Reason.values())
        .map(reason -> new Near(reason.name(), distance(typed, reason)))
        .filter(near -> near.distance() <= SLIPS)
        .sorted(Comparator.comparingInt(Near::distance))
        .limit(MOST)
        .map(Near::name)
        .toList();
  }

  /** All of them: name, outcome, whether to try again, who has to act. */
  public static List<String> table() {
    var table = new Table("REASON", "PHASE", "TRY AGAIN", "WHO HAS TO ACT");
    for (Reason reason : Reason.values()) {
      table.row(
          reason.name(),
          reason.outcome() == Reason.Outcome.REFUSED ? "Refused" : "Failed",
          reason.retryable() ? "yes" : "no",
          switch (reason.fault()) {
            case SPEC -> "whoever made the task";
            case POLICY -> "platform team, or whoever made the task";
            case CLUSTER -> "platform team";
            case TRANSIENT -> "nobody";
          });
    }
    return table.lines();
  }

  private static int distance(String typed, Reason reason) {
    String name = reason.name().toLowerCase(Locale.ROOT);
    // A part of the name is as good as the name: "pull", "quota".
    return typed.length() >= 3 && name.contains(typed) ? 0 : levenshtein(typed, name);
  }

  /** How many letters must be put in, left out or replaced to make the one of the other. */
  private static int levenshtein(String a, String b) {
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[b.length()];
  }
}
