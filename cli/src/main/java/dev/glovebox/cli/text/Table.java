package dev.glovebox.cli.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lines whose columns stand under each other, three spaces apart, as kubectl prints them. */
public final class Table {
  private static final int GAP = 3;

  private final List<List<String>> rows = new ArrayList<>();
  private final int[] widths;

  /** A table with its first line. */
  public Table(String... headings) {
    this.widths = new int[headings.length];
    row(headings);
  }

  /** For a column whose lines come one by one: as wide as this many characters, or wider. */
  public void atLeast(int column, int width) {
    widths[column] = Math.max(widths[column], width);
  }

  /** One more line; as many cells as there are headings. Null and empty cells show as nothing. */
  public void row(String... cells) {
    rows.add(widen(cells));
  }

  /** The lines, the headings first, without spaces at their ends. */
  public List<String> lines() {
    return rows.stream().map(this::line).toList();
  }

  /** One more line under those that are printed already, as well as it fits. It is not kept. */
  public String below(String... cells) {
    return line(widen(cells));
  }

  private List<String> widen(String... cells) {
    if (cells.length != widths.length) {
      throw new IllegalArgumentException(
          "%d cells for %d columns".formatted(cells.length, widths.length));
    }
    for (int i = 0; i < widths.length; i++) {
      atLeast(i, cells[i] == null ? 0 : length(cells[i]));
    }
    return Arrays.stream(cells).map(cell -> cell == null ? "" : cell).toList();
  }

  private String line(List<String> row) {
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
