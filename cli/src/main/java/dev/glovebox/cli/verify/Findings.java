package dev.glovebox.cli.verify;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the script printed. Only lines that begin with the run's nonce count, and a name that comes
 * twice counts as not said: nothing else in the log can pass for a finding.
 */
final class Findings {
  private static final String NOT_SAID = "";

  private final Map<String, String> said;

  private Findings(Map<String, String> said) {
    this.said = Map.copyOf(said);
  }

  static Findings parse(String log, String nonce) {
    Map<String, String> said = new LinkedHashMap<>();
    Set<String> twice = new HashSet<>();
    log.lines()
        .filter(line -> line.startsWith(nonce + " "))
        .map(line -> line.substring(nonce.length() + 1))
        .filter(line -> line.indexOf('=') > 0)
        .forEach(
            line -> {
              String name = line.substring(0, line.indexOf('='));
              if (said.put(name, line.substring(line.indexOf('=') + 1).strip()) != null) {
                twice.add(name);
              }
            });
    said.keySet().removeAll(twice);
    return new Findings(said);
  }

  /** Whether the script said something under this name, be it empty. */
  boolean has(String name) {
    return said.containsKey(name);
  }

  /** What it said; empty when it said nothing. */
  String of(String name) {
    return said.getOrDefault(name, NOT_SAID);
  }

  /** All whose names begin so, without the beginning. */
  Map<String, String> under(String prefix) {
    return said.entrySet().stream()
        .filter(one -> one.getKey().startsWith(prefix))
        .collect(
            Collectors.toMap(one -> one.getKey().substring(prefix.length()), Map.Entry::getValue));
  }
}
