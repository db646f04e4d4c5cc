package dev.glovebox.operator.observe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a scrape in Prometheus' text format says: families by TYPE, and their samples. */
final class Scrape {

  /** One sample. */
  record Sample(String name, Map<String, String> labels, String value) {}

  private static final Pattern SAMPLE =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{(.*)})? (\\S+)");
  private static final Pattern LABEL =
      Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\]|\\\\.)*)\",?");

  private final Map<String, String> types = new TreeMap<>();
  private final List<Sample> samples = new ArrayList<>();

  Scrape(String text) {
    text.lines().forEach(this::line);
  }

  private void line(String line) {
    if (line.startsWith("# TYPE ")) {
      String[] words = line.split(" ", -1);
      types.put(words[2], words[3]);
    } else if (!line.startsWith("#") && !line.isBlank()) {
      Matcher sample = SAMPLE.matcher(line);
      if (!sample.matches()) {
        throw new IllegalArgumentException("not a sample: " + line);
      }
      samples.add(
          new Sample(
              sample.group(1),
              parsed(sample.group(2) == null ? "" : sample.group(2)),
              sample.group(3)));
    }
  }

  private static Map<String, String> parsed(String text) {
    Map<String, String> labels = new LinkedHashMap<>();
    Matcher label = LABEL.matcher(text);
    while (label.find()) {
      labels.put(label.group(1), label.group(2));
    }
    return labels;
  }

  /** Families by name, with their types. */
  Map<String, String> types() {
    return types;
  }

  List<Sample> samples() {
    return samples;
  }

  /** The values of each label of a family, but for a histogram's own {@code le}. */
  Map<String, Set<String>> labels(String family) {
    Map<String, Set<String>> labels = new TreeMap<>();
    for (Sample sample : samples) {
      if (sample.name().matches(family + "(_bucket|_count|_sum)?")) {
        sample
            .labels()
            .forEach(
                (name, value) -> labels.computeIfAbsent(name, n -> new TreeSet<>()).add(value));
      }
    }
    labels.remove("le");
    return labels;
  }
}
