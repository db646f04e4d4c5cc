package dev.glovebox.operator.observe;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which series and labels an expression names. Not a parser: whether it is PromQL at all is for
 * promtool to say, in helm/test.
 */
final class PromQl {

  /** {@code name=~"value"} of a selector. */
  record LabelMatch(String label, String operator, String value) {
    boolean accepts(Map<String, String> labels) {
      String actual = labels.getOrDefault(label, "");
      return switch (operator) {
        case "=" -> actual.equals(value);
        case "!=" -> !actual.equals(value);
        case "=~" -> actual.matches(value);
        case "!~" -> !actual.matches(value);
        default -> throw new IllegalArgumentException(operator);
      };
    }
  }

  /** A series by its name, with what its labels must be. */
  record Selector(String name, List<LabelMatch> matches) {
    boolean accepts(Scrape.Sample sample) {
      return sample.name().equals(name)
          && matches.stream().allMatch(match -> match.accepts(sample.labels()));
    }
  }

  private static final Pattern TOKEN =
      Pattern.compile(
          "\"(?:[^\"\\\\]|\\\\.)*\"|\\[[^\\]]*]|[a-zA-Z_:][a-zA-Z0-9_:]*|[0-9][0-9a-z.]*"
              + "|=~|!~|!=|==|<=|>=|\\S");
  private static final Set<String> GROUPING =
      Set.of("by", "without", "on", "ignoring", "group_left", "group_right");
  private static final Set<String> WORDS = Set.of("and", "or", "unless", "bool", "offset");

  private final List<String> tokens = new ArrayList<>();
  private final List<Selector> selectors = new ArrayList<>();
  private final Set<String> groupedBy = new HashSet<>();
  private int at;

  PromQl(String expression) {
    Matcher token = TOKEN.matcher(expression);
    while (token.find()) {
      tokens.add(token.group());
    }
    while (at < tokens.size()) {
      read(tokens.get(at++));
    }
  }

  private String next() {
    return at < tokens.size() ? tokens.get(at) : "";
  }

  private void read(String token) {
    if (!token.matches("[a-zA-Z_:].*") || WORDS.contains(token)) {
      return;
    }
    if (GROUPING.contains(token)) {
      while (!next().equals(")")) {
        String label = tokens.get(at++);
        if (label.matches("[a-zA-Z_].*")) {
          groupedBy.add(label);
        }
      }
      // A function or an aggregation has a bracket, or says by what before it.
    } else if (!next().equals("(") && !GROUPING.contains(next())) {
      selectors.add(new Selector(token, matches()));
    }
  }

  private List<LabelMatch> matches() {
    List<LabelMatch> matches = new ArrayList<>();
    if (next().equals("{")) {
      at++;
      while (!next().equals("}")) {
        String quoted = tokens.get(at + 2);
        matches.add(
            new LabelMatch(
                tokens.get(at), tokens.get(at + 1), quoted.substring(1, quoted.length() - 1)));
        at += 3;
        if (next().equals(",")) {
          at++;
        }
      }
      at++;
    }
    return matches;
  }

  List<Selector> selectors() {
    return selectors;
  }

  /** Labels of by, without, on and ignoring. */
  Set<String> groupedBy() {
    return groupedBy;
  }
}
