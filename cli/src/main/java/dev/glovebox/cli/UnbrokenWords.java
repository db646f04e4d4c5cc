package dev.glovebox.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi.Text;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.IOptionRenderer;
import picocli.CommandLine.Help.IParameterRenderer;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Help whose lines end at spaces only, so that a word can be copied. picocli breaks lines where
 * Unicode lets them break, as behind a dot or a slash, and cannot be told not to: until they are
 * laid out, such characters are letters of a script that no help is written in.
 */
final class UnbrokenWords extends Help {
  /** Of the Canadian syllabics: letters, each as wide as the character that it stands for. */
  private static final int AWAY = 0x1400;

  private static final int ASCII = 0x7f;

  /** A variable or a line end of picocli's, else one character that a line might break at. */
  private static final Pattern BREAKING =
      Pattern.compile("\\$\\{[^}]*}|%[n%]|(?<mark>[\\p{Punct}&&[^%]])");

  private UnbrokenWords(CommandSpec command, ColorScheme colours) {
    super(command, colours);
  }

  /** Of a command and those below it. What is rendered goes through {@link #shown}. */
  static void keep(CommandLine program) {
    program.setHelpFactory(UnbrokenWords::new);
    keepProse(program);
  }

  private static void keepProse(CommandLine command) {
    var usage = command.getCommandSpec().usageMessage();
    usage.description(
        Stream.of(usage.description()).map(UnbrokenWords::hidden).toArray(String[]::new));
    Map<String, String> codes = new LinkedHashMap<>();
    usage.exitCodeList().forEach((code, meaning) -> codes.put(code, hidden(meaning)));
    usage.exitCodeList(codes);
    command.getSubcommands().values().forEach(UnbrokenWords::keepProse);
  }

  @Override
  public IOptionRenderer createDefaultOptionRenderer() {
    IOptionRenderer whole = super.createDefaultOptionRenderer();
    return (option, labels, colours) -> hidden(whole.render(option, labels, colours), colours);
  }

  @Override
  public IParameterRenderer createDefaultParameterRenderer() {
    IParameterRenderer whole = super.createDefaultParameterRenderer();
    return (place, labels, colours) -> hidden(whole.render(place, labels, colours), colours);
  }

  /** What was laid out, as it was written. */
  static String shown(String text) {
    var shown = new StringBuilder();
    text.chars().forEach(c -> shown.append((char) (c > AWAY && c <= AWAY + ASCII ? c - AWAY : c)));
    return shown.toString();
  }

  /** The last column is the description, which has no colours. */
  private static Text[][] hidden(Text[][] rows, ColorScheme colours) {
    for (Text[] row : rows) {
      row[row.length - 1] = colours.text(hidden(row[row.length - 1].plainString()));
    }
    return rows;
  }

  private static String hidden(String line) {
    return BREAKING
        .matcher(line)
        .replaceAll(
            found ->
                found.group("mark") == null
                    ? Matcher.quoteReplacement(found.group())
                    : Character.toString(AWAY + found.group("mark").charAt(0)));
  }
}
