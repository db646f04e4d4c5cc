package dev.glovebox.cli.doctor;

import dev.glovebox.cli.Screen;
import dev.glovebox.cli.Screen.Colour;
import dev.glovebox.core.progress.TerminationMessage;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The results as they are printed.
 *
 * @param verdict the worst of all
 */
public record Report(Level verdict, List<Result> checks) {
  private static final int MAX_WORDS = 400;

  /** Of all results; what other people's objects say is cleaned and cut. */
  public static Report of(List<Result> results) {
    return new Report(Examination.verdict(results), results.stream().map(Report::cleaned).toList());
  }

  private static Result cleaned(Result result) {
    return new Result(
        result.check(),
        result.level(),
        shown(result.seen()),
        result.findings().stream()
            .map(
                one ->
                    new Finding(
                        one.level(), shown(one.seen()), shown(one.remedy()), one.becauseOf()))
            .toList());
  }

  private static String shown(String text) {
    String line = TerminationMessage.clean(text).replaceAll("\\s+", " ").strip();
    return line.length() <= MAX_WORDS ? line : line.substring(0, MAX_WORDS) + "…";
  }

  /** What failed of itself, each with its check, in one line; empty when nothing did. */
  public String failures() {
    return checks.stream()
        .flatMap(
            result ->
                result.findings().stream()
                    .filter(one -> one.level() == Level.FAILED && one.becauseOf() == null)
                    .map(one -> "%s: %s".formatted(result.check(), one.seen())))
        .collect(Collectors.joining("; "));
  }

  /** A line a check that is well; a finding and what to do where one is not. */
  public void print(Screen screen) {
    for (Result result : checks) {
      if (result.findings().isEmpty()) {
        line(screen, result.level(), result.check(), result.seen());
      }
      for (Finding finding : result.findings()) {
        line(screen, finding.level(), result.check(), finding.seen());
        screen
            .out()
            .printf(
                "%-9s%-23s%s%n",
                "",
                "",
                screen.in(
                    Colour.QUIET,
                    finding.becauseOf() == null
                        ? "do: " + finding.remedy()
                        : "because of " + finding.becauseOf()));
      }
    }
    screen
        .out()
        .printf(
            "%d checks: %d ok, %d warning, %d failed, %d unknown%n",
            checks.size(),
            count(Level.OK),
            count(Level.WARNING),
            count(Level.FAILED),
            count(Level.UNKNOWN));
  }

  private static void line(Screen screen, Level level, String check, String text) {
    Colour colour =
        switch (level) {
          case OK -> Colour.GOOD;
          case UNKNOWN, WARNING -> Colour.DOUBTFUL;
          case FAILED -> Colour.BAD;
        };
    screen
        .out()
        .printf("%s%-23s%s%n", screen.in(colour, "%-9s".formatted(level.word())), check, text);
  }

  private long count(Level level) {
    return checks.stream().filter(one -> one.level() == level).count();
  }
}
