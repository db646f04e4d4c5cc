package dev.glovebox.e2e.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What rows say, asked outside of the table. */
final class Verdicts {
  private Verdicts() {}

  /** The word, and why it is INCONCLUSIVE. */
  static String of(Consumer<Evidence> row) {
    Verdict verdict = judged(row);
    List<String> words = new ArrayList<>(List.of(verdict.word()));
    if (verdict instanceof Verdict.Inconclusive) {
      words.addAll(verdict.details());
    }
    return String.join("; ", words);
  }

  /** Each of these rows says this. */
  static void assertAll(String word, Map<Row, Consumer<Evidence>> rows) {
    Map<Row, String> seen = new EnumMap<>(Row.class);
    rows.forEach((row, check) -> seen.put(row, of(check)));
    Map<Row, String> wanted = new EnumMap<>(Row.class);
    rows.keySet().forEach(row -> wanted.put(row, word));
    assertThat(seen).isEqualTo(wanted);
  }

  /** The row says ESCAPED, and these words are in what was seen. */
  static void assertEscaped(Row row, Consumer<Evidence> check, String words) {
    Verdict verdict = judged(check);
    assertThat(verdict.word()).as("%s: %s", row, verdict.details()).isEqualTo("ESCAPED");
    assertThat(verdict.details()).as("%s", row).anyMatch(line -> line.contains(words));
  }

  private static Verdict judged(Consumer<Evidence> row) {
    Evidence evidence = new Evidence();
    row.accept(evidence);
    return evidence.verdict();
  }
}
