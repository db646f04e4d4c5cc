package dev.glovebox.e2e.attack;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a script printed: lines {@code NAME=VALUE}, other lines left out. */
record Findings(String output) {
  /** The value; "not printed" when there is no such line. */
  String of(String name) {
    return startingWith(name).getOrDefault(name, "not printed");
  }

  /** All names that begin with these words, with their values. */
  Map<String, String> startingWith(String beginning) {
    Map<String, String> found = new TreeMap<>();
    for (String line : output.lines().toList()) {
      int equals = line.indexOf('=');
      if (equals > 0 && line.startsWith(beginning)) {
        found.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    return found;
  }

  /** The values of every line with this name. */
  List<String> all(String name) {
    return output
        .lines()
        .filter(line -> line.startsWith(name + "="))
        .map(line -> line.substring(name.length() + 1))
        .toList();
  }
}
