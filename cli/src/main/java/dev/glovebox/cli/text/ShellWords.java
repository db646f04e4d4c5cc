package dev.glovebox.cli.text;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words as a shell takes them. */
public final class ShellWords {
  private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

  private ShellWords() {}

  /** As it can be pasted. */
  public static String line(List<String> words) {
    return words.stream()
        .map(
            word ->
                HARMLESS.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }
}
