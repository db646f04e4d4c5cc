package dev.glovebox.e2e.attack;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.e2e.cluster.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The verdicts of a run. Written again after each row, so that an interrupted run leaves what it
 * had; a row that did not run is INCONCLUSIVE.
 */
final class Table implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * One line.
   *
   * @param took of the row's own test; clusters and what several rows share are not in it
   */
  private record Line(Verdict verdict, Duration took) {}

  private final Map<Row, Line> lines = new TreeMap<>();

  synchronized void add(Row row, Verdict verdict, Duration took) {
    lines.put(row, new Line(verdict, took));
    write();
  }

  @Override
  public synchronized void close() {
    write();
  }

  private void write() {
    Path directory = Checkout.file(".build/attacks");
    try {
      Files.createDirectories(directory);
      Files.writeString(directory.resolve("table.txt"), text());
      Files.writeString(directory.resolve("table.json"), json().toPrettyString() + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Line line(Row row) {
    return lines.getOrDefault(row, new Line(Applicability.ofUnseen(row), Duration.ZERO));
  }

  private String text() {
    List<String> text = new ArrayList<>();
    text.add("%-4s %-50s %-14s %7s".formatted("row", "attack", "verdict", "seconds"));
    Map<String, Integer> totals = new TreeMap<>();
    for (Row row : Row.values()) {
      Line line = line(row);
      totals.merge(line.verdict().word(), 1, Integer::sum);
      text.add(
          "%-4s %-50s %-14s %7.1f"
              .formatted(row, row.attack(), line.verdict().word(), seconds(line)));
      line.verdict().details().forEach(detail -> text.add("       " + detail));
    }
    text.add(
        "%d rows: %s".formatted(Row.values().length, totals.toString().replaceAll("[{}]", "")));
    return String.join("\n", text) + "\n";
  }

  private ArrayNode json() {
    ArrayNode rows = JSON.createArrayNode();
    for (Row row : Row.values()) {
      Line line = line(row);
      ObjectNode node = rows.addObject();
      node.put("row", row.name()).put("attack", row.attack()).put("stoppedBy", row.stoppedBy());
      node.put("verdict", line.verdict().word()).put("seconds", seconds(line));
      ArrayNode details = node.putArray("details");
      line.verdict().details().forEach(details::add);
    }
    return rows;
  }

  private static double seconds(Line line) {
    return Math.round(line.took().toMillis() / 100.0) / 10.0;
  }
}
