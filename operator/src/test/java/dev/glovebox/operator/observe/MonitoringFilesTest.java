package dev.glovebox.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.glovebox.operator.observe.PromQl.Selector;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The chart's alerts and dashboard name only what the operator shows. */
class MonitoringFilesTest {

  private static final Path CHART = Path.of("..", "helm", "glovebox");
  private static final Path PAGE = Path.of("..", "docs", "operations.md");

  private final Scrape scrape = Everything.scrape();

  private static List<JsonNode> rules() throws IOException {
    String text = Files.readString(CHART.resolve("rules/glovebox.yaml"));
    JsonNode file = Serialization.unmarshal(text, JsonNode.class);
    List<JsonNode> rules = new ArrayList<>();
    file.path("groups").forEach(group -> group.path("rules").forEach(rules::add));
    return rules;
  }

  private static List<String> panels() throws IOException {
    List<String> expressions = new ArrayList<>();
    try (Stream<Path> files = Files.list(CHART.resolve("dashboards"))) {
      for (Path file : files.toList()) {
        new ObjectMapper()
            .readTree(file.toFile())
            .findValues("expr")
            .forEach(expression -> expressions.add(expression.asText()));
      }
    }
    return expressions;
  }

  /** What an expression names and the operator does not show, for people. */
  private List<String> unknown(String expression) {
    List<String> unknown = new ArrayList<>();
    var query = new PromQl(expression);
    assertThat(query.selectors()).as(expression).isNotEmpty();
    Set<String> labels = new TreeSet<>();
    for (Selector selector : query.selectors()) {
      List<Scrape.Sample> matching = scrape.samples().stream().filter(selector::accepts).toList();
      if (matching.isEmpty()) {
        unknown.add("series " + selector);
      }
      matching.forEach(sample -> labels.addAll(sample.labels().keySet()));
    }
    query.groupedBy().stream()
        .filter(label -> !labels.contains(label))
        .forEach(label -> unknown.add("label " + label));
    return unknown;
  }

  @Test
  void everySeriesAndLabelOfAnAlertExists() throws IOException {
    assertThat(rules()).hasSizeGreaterThan(10);
    for (JsonNode rule : rules()) {
      assertThat(unknown(rule.path("expr").asText())).as(rule.path("alert").asText()).isEmpty();
    }
  }

  @Test
  void everySeriesAndLabelOfThePanelsExists() throws IOException {
    assertThat(panels()).hasSizeGreaterThan(20);
    for (String expression : panels()) {
      assertThat(unknown(expression)).as(expression).isEmpty();
    }
  }

  @Test
  void whatDoesNotExistIsFound() {
    assertThat(unknown("sum(glovebox_nothing)")).isNotEmpty();
    assertThat(unknown("rate(glovebox_created_to_released_seconds_buckets[5m])")).isNotEmpty();
    assertThat(unknown("sum(glovebox_tasks{phase=\"Sleeping\"})")).isNotEmpty();
    assertThat(unknown("sum by (namespace) (glovebox_tasks)")).containsExactly("label namespace");
    assertThat(unknown("sum by (phase) (glovebox_tasks{phase=~\"Run.*\"}) > 1")).isEmpty();
  }

  @Test
  void everyAlertHasAChapterThatSaysWhatToDoAndNoChapterIsWithoutAlert() throws IOException {
    Set<String> chapters =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.startsWith("### Glovebox"))
            .map(line -> line.substring("### ".length()))
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> alerts = new TreeSet<>();
    for (JsonNode rule : rules()) {
      String alert = rule.path("alert").asText();
      alerts.add(alert);
      assertThat(rule.at("/annotations/runbook").asText())
          .isEqualTo("docs/operations.md, " + alert);
      assertThat(rule.at("/annotations/summary").asText()).as(alert).isNotBlank();
      assertThat(rule.at("/labels/severity").asText()).as(alert).isIn("critical", "warning");
    }
    assertThat(chapters).isEqualTo(alerts);
  }

  @Test
  void panelsHaveDistinctIdsAndDoNotOverlap() throws IOException {
    Map<String, JsonNode> places = new HashMap<>();
    JsonNode dashboard =
        new ObjectMapper().readTree(CHART.resolve("dashboards/glovebox.json").toFile());
    for (JsonNode panel : dashboard.path("panels")) {
      JsonNode place = panel.path("gridPos");
      for (int x = place.path("x").asInt();
          x < place.path("x").asInt() + place.path("w").asInt();
          x++) {
        for (int y = place.path("y").asInt();
            y < place.path("y").asInt() + place.path("h").asInt();
            y++) {
          assertThat(places.put(x + "," + y, panel)).as(panel.path("title").asText()).isNull();
        }
      }
    }
    assertThat(dashboard.path("panels").findValuesAsText("id")).doesNotHaveDuplicates();
  }
}
