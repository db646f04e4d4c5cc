package dev.glovebox.cli.run;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Leaves out what was told before: a message stays from state to state, sometimes with more words
 * around it or with other numbers in it, such as the ports of a connection that was tried again.
 */
final class ToldMessages {
  private static final String BEFORE = "(as above)";
  private static final int KEPT = 8;

  /** A shorter one may be a part of another by accident. */
  private static final int PART_MIN = 20;

  private static final Pattern NUMBER = Pattern.compile("\\d+");

  /** The latest first. */
  private final ArrayDeque<Pattern> told = new ArrayDeque<>();

  /** What is new in a message; empty if nothing is. From now on it is told. */
  String news(String message) {
    String news = message;
    for (Pattern one : told) {
      Matcher part = one.matcher(message);
      if (part.matches()) {
        return "";
      }
      if (part.reset().find() && part.end() - part.start() >= PART_MIN) {
        news = message.substring(0, part.start()) + BEFORE + message.substring(part.end());
        break;
      }
    }
    if (!message.isEmpty()) {
      told.addFirst(but(message));
    }
    if (told.size() > KEPT) {
      told.removeLast();
    }
    return news;
  }

  /** The message with any numbers. */
  private static Pattern but(String message) {
    return Pattern.compile(
        Arrays.stream(NUMBER.split(message, -1))
            .map(Pattern::quote)
            .collect(Collectors.joining("\\d+")));
  }
}
