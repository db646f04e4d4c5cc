package dev.glovebox.cli.plan;

import java.util.ArrayList;
import java.util.List;

/** Lines under headings at the left: a heading stands before the first of its lines. */
final class Sections {
  private static final int WIDTH = 13;

  private final List<String> lines = new ArrayList<>();

  /** A section; nothing when it has no lines. */
  Sections add(String heading, List<String> content) {
    for (int i = 0; i < content.size(); i++) {
      String left = i == 0 ? heading : "";
      lines.add((left + " ".repeat(WIDTH - left.length()) + content.get(i)).stripTrailing());
    }
    return this;
  }

  Sections add(String heading, String line) {
    return add(heading, List.of(line));
  }

  List<String> lines() {
    return List.copyOf(lines);
  }
}
