package dev.glovebox.operator;

import dev.glovebox.core.net.Cidr;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Environment variables with their types. What is bad is collected, so that one start shows all of
 * it; the value that is returned then is never used.
 */
final class Variables {

  private static final int HIGHEST_PORT = 65535;

  private final Map<String, String> environment;
  private final List<String> problems = new ArrayList<>();

  Variables(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * A text.
   *
   * @param byDefault null = required
   */
  String matching(String name, String byDefault, String pattern, String allowed) {
    String value = value(name);
    if (value.isEmpty() && byDefault != null) {
      return byDefault;
    }
    if (!Pattern.matches(pattern, value)) {
      bad(name, value, allowed);
    }
    return value;
  }

  /** One of a few words; the first is the default. */
  String oneOf(String name, String first, String... others) {
    List<String> allowed = new ArrayList<>(List.of(first));
    allowed.addAll(List.of(others));
    String value = value(name);
    if (value.isEmpty()) {
      return first;
    }
    if (!allowed.contains(value)) {
      bad(name, value, "one of " + String.join(", ", allowed) + " (default: " + first + ")");
    }
    return value;
  }

  int port(String name, int byDefault) {
    String value = value(name);
    if (value.isEmpty()) {
      return byDefault;
    }
    if (Pattern.matches("[1-9][0-9]{0,4}", value) && Integer.parseInt(value) <= HIGHEST_PORT) {
      return Integer.parseInt(value);
    }
    bad(name, value, "a port number from 1 to 65535 (default: " + byDefault + ")");
    return byDefault;
  }

  /** A number of at most five digits, at least 1. */
  int count(String name, int byDefault, int atMost) {
    String value = value(name);
    if (value.isEmpty()) {
      return byDefault;
    }
    if (Pattern.matches("[1-9][0-9]{0,4}", value) && Integer.parseInt(value) <= atMost) {
      return Integer.parseInt(value);
    }
    bad(name, value, "a number from 1 to %d (default: %d)".formatted(atMost, byDefault));
    return byDefault;
  }

  /** A comma-separated list of names; empty by default. */
  List<String> optionalNames(String name, String pattern) {
    return value(name).isEmpty() ? List.of() : names(name, pattern);
  }

  /** A comma-separated list of ranges; empty by default. */
  List<Cidr> ranges(String name) {
    List<Cidr> ranges = new ArrayList<>();
    for (String item : items(name)) {
      try {
        ranges.add(Cidr.parse(item));
      } catch (IllegalArgumentException e) {
        bad(
            name,
            item,
            "a comma-separated list of address ranges such as 10.0.0.0/8 (" + e.getMessage() + ")");
      }
    }
    return List.copyOf(ranges);
  }

  /** A comma-separated list of names that must not be empty. */
  List<String> names(String name, String pattern) {
    List<String> items = items(name);
    if (items.isEmpty() || !items.stream().allMatch(item -> Pattern.matches(pattern, item))) {
      bad(name, value(name), "a comma-separated list of object names, at least one");
    }
    return items;
  }

  /** A comma-separated list of some of these words; empty by default. */
  List<String> someOf(String name, Set<String> allowed) {
    List<String> items = items(name);
    for (String item : items) {
      if (!allowed.contains(item)) {
        bad(name, item, "a comma-separated list of " + String.join(", ", new TreeSet<>(allowed)));
      }
    }
    return items;
  }

  void throwIfAnyIsBad() throws InvalidConfiguration {
    if (!problems.isEmpty()) {
      throw new InvalidConfiguration(problems);
    }
  }

  private List<String> items(String name) {
    String value = value(name);
    return value.isEmpty()
        ? List.of()
        : Pattern.compile(",").splitAsStream(value).map(String::strip).toList();
  }

  private String value(String name) {
    return environment.getOrDefault(name, "").strip();
  }

  private void bad(String name, String value, String allowed) {
    problems.add(
        value.isEmpty()
            ? "%s is not set; it must be %s".formatted(name, allowed)
            : "%s is \"%s\"; allowed is %s".formatted(name, value, allowed));
  }
}
