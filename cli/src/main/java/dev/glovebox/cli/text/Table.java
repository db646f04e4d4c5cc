package dev.glovebox.cli.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Lines whose columns stand under each other, three spaces apart, as kubectl prints them. */
public final class Table {
  private static final int GAP = 3;

  private final List<List<String>> rows = new ArrayList<>();

  /** A table with its first line. */
  public Table(String... headings) {
    rows.add(List.of(headings));
  }

  /** One more line; as many cells as there are headings. Null and empty cells show as nothing. */
  public void row(String... cells) {
    if (cells.length != rows.getFirst().size()) {
      throw new IllegalArgumentException(
          "%d cells for %d columns".formatted(cells.length, rows.getFirst().size()));
    }
    rows.add(Arrays.stream(cells).map(cell -> cell == null ? "" : cell).toList());
  }

  /** The lines, the headings first, without spaces at their ends. */
  public List<String> lines() {
    int[] widths = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], length(row.get(i)));
      }
    }
    return rows.stream().map(row -> line(row, widths)).collect(Collectors.toList());
  }

  private static String line(List<String> row, int[] widths) {
    var line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      line.append(row.get(i)).repeat(' ', widths[i] + GAP - length(row.get(i)));
    }
    return line.toString().stripTrailing();
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
