package dev.glovebox.cli.verify;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.glovebox.cli.Screen;
import dev.glovebox.cli.Screen.Colour;
import dev.glovebox.core.progress.TerminationMessage;
import java.util.Comparator;
import java.util.List;

/**
 * The verdicts as they are printed.
 *
 * @param task its name; it is deleted by then
 * @param node that it ran on; empty when it did not run
 * @param runtimeClass that it ran under; empty when it did not run
 * @param verdict the worst of all checks
 * @param cause why the battery did not run; null when it ran
 * @param remedy what to do about that; null when it ran, or nothing is known to help
 * @param notTried what had no control, in words: no verdict
 */
public record VerifyReport(
    String namespace,
    String task,
    String image,
    String node,
    String runtimeClass,
    Verdict verdict,
    @JsonInclude(JsonInclude.Include.NON_NULL) String cause,
    @JsonInclude(JsonInclude.Include.NON_NULL) String remedy,
    List<Row> checks,
    List<String> notTried) {

  private static final int MAX_WORDS = 400;

  /** Of a battery that ran to its end. */
  static VerifyReport of(
      Ran ran, String node, String runtimeClass, List<Row> rows, List<String> notTried) {
    List<Row> clean =
        rows.stream()
            .map(row -> new Row(row.check(), row.tried(), row.verdict(), shown(row.seen())))
            .toList();
    return new VerifyReport(
        ran.namespace(),
        ran.task(),
        ran.image(),
        node,
        runtimeClass,
        clean.stream()
            .map(Row::verdict)
            .max(Comparator.naturalOrder())
            .orElse(Verdict.INCONCLUSIVE),
        null,
        null,
        clean,
        notTried.stream().map(VerifyReport::shown).sorted().toList());
  }

  /**
   * Of one that did not: nothing is concluded of anything.
   *
   * @param remedy null when nothing is known to help
   */
  static VerifyReport notRun(Ran ran, String node, String runtimeClass, String why, String remedy) {
    String cause = shown(why);
    return new VerifyReport(
        ran.namespace(),
        ran.task(),
        ran.image(),
        node,
        runtimeClass,
        Verdict.INCONCLUSIVE,
        cause,
        remedy,
        Battery.notRun(cause),
        List.of());
  }

  /** A task, and what it was made of. */
  record Ran(String namespace, String task, String image) {}

  /** What comes from inside a sandbox is untrusted text. */
  private static String shown(String text) {
    String line = TerminationMessage.clean(text).replaceAll("\\s+", " ").strip();
    return line.length() <= MAX_WORDS ? line : line.substring(0, MAX_WORDS) + "…";
  }

  /**
   * A line a check; what was seen below each that is not BLOCKED. Of a battery that did not run:
   * why, once.
   */
  public void print(Screen screen, boolean wide) {
    if (cause == null) {
      table(screen, wide);
      notTried.forEach(one -> screen.out().println("not tried: " + one));
    } else {
      screen.out().printf("%s%s%n", screen.in(Colour.BAD, "nothing was tried: "), cause);
      if (remedy != null) {
        screen.out().println("  do: " + remedy);
      }
    }
    screen
        .out()
        .printf(
            "%d checks%s: %d BLOCKED, %d ESCAPED, %d INCONCLUSIVE%s%n",
            checks.size(),
            node.isEmpty() ? "" : " on node %s under %s".formatted(node, runtimeClass),
            count(Verdict.BLOCKED),
            count(Verdict.ESCAPED),
            count(Verdict.INCONCLUSIVE),
            notTried.isEmpty() ? "" : "; %d not tried".formatted(notTried.size()));
  }

  private void table(Screen screen, boolean wide) {
    screen
        .out()
        .printf("%-18s%-44s%s%n", "CHECK", "TRIED", wide ? "VERDICT       SEEN" : "VERDICT");
    for (Row row : checks) {
      Colour colour =
          switch (row.verdict()) {
            case BLOCKED -> Colour.GOOD;
            case INCONCLUSIVE -> Colour.DOUBTFUL;
            case ESCAPED -> Colour.BAD;
          };
      String verdict = screen.in(colour, "%-14s".formatted(row.verdict()));
      screen
          .out()
          .printf(
              "%-18s%-44s%s%n",
              row.check(), row.tried(), wide ? verdict + row.seen() : verdict.stripTrailing());
      if (!wide && row.verdict() != Verdict.BLOCKED) {
        screen.out().printf("  %s%n", row.seen());
      }
    }
  }

  private long count(Verdict verdict) {
    return checks.stream().filter(one -> one.verdict() == verdict).count();
  }
}
