package dev.glovebox.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/operations.md and what is recorded are in step. */
class MetricsPageTest {

  private static final Path PAGE = Path.of("..", "docs", "operations.md");

  /** More than the project needs, less than anybody notices. */
  private static final int FEW = 1000;

  private static final Pattern LABEL = Pattern.compile("`([a-z_]+)`: (.+)");

  private final Scrape scrape = Everything.scrape();

  /** A row of the table; a value in brackets is a word for many. */
  private record Row(String name, String type, String unit, Map<String, Set<String>> labels) {}

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String line : Files.readAllLines(PAGE)) {
      if (line.matches("\\| `[a-z_]+` \\| (gauge|counter|histogram) .*")) {
        String[] cells = line.split("\\|", -1);
        rows.add(
            new Row(
                cells[1].strip().replace("`", ""),
                cells[2].strip(),
                cells[3].strip(),
                labels(cells[4].strip())));
      }
    }
    return rows;
  }

  private static Map<String, Set<String>> labels(String cell) {
    Map<String, Set<String>> labels = new TreeMap<>();
    for (String part : cell.isEmpty() ? new String[0] : cell.split("; ", -1)) {
      Matcher label = LABEL.matcher(part);
      assertThat(label.matches()).as(part).isTrue();
      // A comma within brackets is part of the words.
      labels.put(
          label.group(1), new TreeSet<>(Arrays.asList(label.group(2).split(", (?![^(]*\\))", -1))));
    }
    return labels;
  }

  private static boolean ours(String family) {
    return !family.matches("(jvm|process)_.*") && !family.endsWith("_max");
  }

  @Test
  void everyMetricIsInTheTableWithItsTypeAndNoOther() throws IOException {
    Map<String, String> written = new TreeMap<>();
    rows().forEach(row -> written.put(row.name(), row.type()));
    Map<String, String> recorded = new TreeMap<>(scrape.types());
    recorded.keySet().removeIf(name -> !ours(name));
    assertThat(recorded).hasSizeGreaterThan(20).isEqualTo(written);
  }

  @Test
  void everyLabelIsInTheTableWithAllItsValues() throws IOException {
    for (Row row : rows()) {
      Map<String, Set<String>> recorded = scrape.labels(row.name());
      assertThat(row.labels().keySet()).as(row.name()).isEqualTo(recorded.keySet());
      row.labels()
          .forEach(
              (label, values) -> {
                if (values.stream().noneMatch(value -> value.startsWith("("))) {
                  assertThat(recorded.get(label)).as(row.name() + " " + label).isEqualTo(values);
                }
              });
    }
  }

  @Test
  void unitsAreBaseUnitsAndInTheName() throws IOException {
    assertThat(rows())
        .allSatisfy(
            row ->
                assertThat(row.name().endsWith("_seconds"))
                    .as(row.name())
                    .isEqualTo(row.unit().equals("seconds")))
        .allSatisfy(
            row ->
                assertThat(row.name().endsWith("_total"))
                    .as(row.name())
                    .isEqualTo(row.type().equals("counter")));
    assertThat(scrape.types().keySet())
        .allSatisfy(
            name -> assertThat(name).doesNotContainPattern("_(ms|ns|millis|milliseconds|mb)(_|$)"));
  }

  @Test
  void allSeriesThatThereCanBeAreFew() {
    assertThat(scrape.samples()).hasSizeBetween(300, FEW);
  }

  @Test
  void noLabelNamesAnObject() {
    assertThat(scrape.samples())
        .flatExtracting(sample -> sample.labels().keySet())
        .doesNotContain("namespace", "name", "task", "uid", "pod", "node", "image");
  }

  @Test
  void whatIsRareIsThereWithZeroFromTheStart() {
    var fresh = new Scrape(new PrometheusMetrics().scrape());
    for (String name :
        List.of(
            "glovebox_isolation_lost_total",
            "glovebox_tasks_ended_total",
            "glovebox_orphans_destroyed_total",
            "glovebox_events_dropped_total")) {
      assertThat(fresh.labels(name)).as(name).isEqualTo(scrape.labels(name));
      assertThat(fresh.samples())
          .filteredOn(sample -> sample.name().equals(name))
          .isNotEmpty()
          .allSatisfy(sample -> assertThat(sample.value()).isEqualTo("0.0"));
    }
  }
}
