package dev.glovebox.cli.explain;

import dev.glovebox.core.reason.LikelyCauses;
import dev.glovebox.core.reason.Reason;
import java.util.ArrayList;
import java.util.List;

/** All about one reason, on less than a screen. */
public final class Explanation {
  /** Lines of a terminal of the usual 80 columns. */
  private static final int COLUMNS = 80;

  private Explanation() {}

  /** Lines of at most 80 characters, but for words that are longer. */
  public static List<String> of(Reason reason) {
    List<String> lines = new ArrayList<>();
    lines.add(reason.name() + " (" + outcome(reason) + ")");
    wrap(reason.meaning(), "  ", "  ", lines);
    lines.add("");
    lines.add("Likely causes");
    for (String cause : LikelyCauses.of(reason)) {
      wrap(cause, "  - ", "    ", lines);
    }
    lines.add("");
    lines.add("What to do");
    wrap(reason.advice(), "  ", "  ", lines);
    lines.add("");
    lines.add("Who has to act");
    wrap(actor(reason.fault()), "  ", "  ", lines);
    lines.add("");
    lines.add("Whether to try again");
    wrap(again(reason), "  ", "  ", lines);
    lines.add("");
    lines.add("A message of a task that has it");
    wrap(reason.example(), "  ", "  ", lines);
    return List.copyOf(lines);
  }

  static String outcome(Reason reason) {
    return switch (reason.outcome()) {
      case REFUSED -> "Refused: the task's own process never started";
      case FAILED -> "Failed: the task's own process ran, or may have run";
    };
  }

  private static String actor(Reason.Fault fault) {
    return switch (fault) {
      case SPEC -> "Whoever made the task.";
      case POLICY ->
          "The platform team, or whoever made the task: it asks for what is not allowed.";
      case CLUSTER -> "The platform team: the cluster is not as it must be.";
      case TRANSIENT -> "Nobody, unless it happens often.";
    };
  }

  private static String again(Reason reason) {
    if (!reason.retryable()) {
      return "No: the same task ends the same way until something is changed.";
    }
    return switch (reason.outcome()) {
      case REFUSED -> "Yes: the same task may succeed later. Nothing of it has run.";
      case FAILED ->
          "Yes: the same task may succeed later. What it did outside before it ended is done.";
    };
  }

  private static void wrap(String text, String first, String next, List<String> lines) {
    var line = new StringBuilder(first);
    boolean empty = true;
    for (String word : text.split(" ", -1)) {
      if (!empty && line.length() + 1 + word.length() > COLUMNS) {
        lines.add(line.toString());
        line = new StringBuilder(next);
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    lines.add(line.toString());
  }
}
