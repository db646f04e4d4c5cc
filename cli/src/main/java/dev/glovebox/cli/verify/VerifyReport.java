package dev.glovebox.cli.verify;

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
 * @param notTried what had no control, in words: no verdict
 */
public record VerifyReport(
    String namespace,
    String task,
    String image,
    String node,
    String runtimeClass,
    Verdict verdict,
    List<Row> checks,
    List<String> notTried) {

  private static final int MAX_WORDS = 240;

  static VerifyReport of(
      String namespace,
      String task,
      String image,
      String node,
      String runtimeClass,
      List<Row> rows,
      List<String> notTried) {
    List<Row> clean =
        rows.stream()
            .map(row -> new Row(row.check(), row.tried(), row.verdict(), shown(row.seen())))
            .toList();
    return new VerifyReport(
        namespace,
        task,
        image,
        node,
        runtimeClass,
        clean.stream()
            .map(Row::verdict)
            .max(Comparator.naturalOrder())
            .orElse(Verdict.INCONCLUSIVE),
        clean,
        notTried.stream().map(VerifyReport::shown).sorted().toList());
  }

  /** What comes from inside a sandbox is untrusted text. */
  private static String shown(String text) {
    String line = TerminationMessage.clean(text).replaceAll("\\s+", " ").strip();
    return line.length() <= MAX_WORDS ? line : line.substring(0, MAX_WORDS) + "…";
  }

  /** A line a check; what was seen below each that is not BLOCKED. */
  public void print(Screen screen, boolean wide) {
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
      boolean below = !wide && row.verdict() != Verdict.BLOCKED;
      screen
          .out()
          .printf(
              "%-18s%-44s%s%n",
              row.check(), row.tried(), wide ? verdict + row.seen() : verdict.stripTrailing());
      if (below) {
        screen.out().printf("  %s%n", row.seen());
      }
    }
    notTried.forEach(one -> screen.out().println("not tried: " + one));
    screen
        .out()
        .printf(
            "%d checks%s: %d BLOCKED, %d ESCAPED, %d INCONCLUSIVE%n",
            checks.size(),
            node.isEmpty() ? "" : " on node %s under %s".formatted(node, runtimeClass),
            count(Verdict.BLOCKED),
            count(Verdict.ESCAPED),
            count(Verdict.INCONCLUSIVE));
  }

  private long count(Verdict verdict) {
    return checks.stream().filter(one -> one.verdict() == verdict).count();
  }
}
