package dev.glovebox.core.verify.policies;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Calico's selector expressions: {@code all()}, {@code global()}, {@code has(k)}, {@code k == 'v'},
 * {@code k != 'v'}, {@code k in {'v', …}}, {@code k not in {…}}, {@code !}, {@code &&}, {@code ||}
 * and parentheses. Other forms (contains, starts with, …) do not parse, and then may select.
 */
final class CalicoSelector {

  /**
   * What a selector is applied to.
   *
   * @param unknown keys of which it is not known whether there is such a label, and what it is
   */
  record Labels(Map<String, String> values, Predicate<String> unknown) {}

  /** A part of a selector: whether it can come out as wanted, where not everything is known. */
  private interface Part {
    boolean can(boolean wanted, Labels labels);
  }

  /** Longer or deeper ones are not parsed: whoever may write one must not exhaust our stack. */
  private static final int LONGEST = 4096;

  private static final int DEEPEST = 50;

  private static final Part ALL = (wanted, labels) -> wanted;
  private static final Part NONE = (wanted, labels) -> !wanted;
  private static final Part ANYTHING = (wanted, labels) -> true;

  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s*(?:(?<text>'[^']*'|\"[^\"]*\")|(?<sign>&&|\\|\\||==|!=|[!(){},])"
              + "|(?<word>[a-zA-Z0-9_./-]+))");

  private final Part whole;

  private CalicoSelector(Part whole) {
    this.whole = whole;
  }

  /** A selector from its text; the empty one selects everything. */
  static CalicoSelector parse(String text) {
    if (text.isBlank()) {
      return new CalicoSelector(ALL);
    }
    if (text.length() > LONGEST) {
      return new CalicoSelector(ANYTHING);
    }
    try {
      var parser = new Parser(text);
      Part whole = parser.anyOf();
      parser.end();
      return new CalicoSelector(whole);
    } catch (NotUnderstood unknown) {
      return new CalicoSelector(ANYTHING);
    }
  }

  boolean maySelect(Labels labels) {
    return whole.can(true, labels);
  }

  /** Recursive descent, one method for each precedence. */
  private static final class Parser {
    private final String text;
    private int position;
    private int depth;
    private String token;
    private boolean isWord;

    Parser(String text) {
      this.text = text;
      next();
    }

    Part anyOf() {
      Part left = allOf();
      while (token.equals("||")) {
        next();
        left = either(left, allOf());
      }
      return left;
    }

    private Part allOf() {
      Part left = one();
      while (token.equals("&&")) {
        next();
        // De Morgan: both hold exactly when not either of them fails.
        left = not(either(not(left), not(one())));
      }
      return left;
    }

    private Part one() {
      if (++depth > DEEPEST) {
        throw new NotUnderstood("too many levels");
      }
      Part part = leafOrNested();
      depth--;
      return part;
    }

    private Part leafOrNested() {
      if (token.equals("!")) {
        next();
        return not(one());
      }
      if (token.equals("(")) {
        next();
        Part inner = anyOf();
        take(")");
        return inner;
      }
      String word = word();
      if (token.equals("(")) {
        return call(word);
      }
      return switch (take(token)) {
        case "==" -> value(word, Set.of(quoted()), false);
        case "!=" -> not(value(word, Set.of(quoted()), false));
        case "in" -> value(word, set(), false);
        case "not" -> {
          take("in");
          yield not(value(word, set(), false));
        }
        default -> throw new NotUnderstood("an operator");
      };
    }

    private Part call(String function) {
      take("(");
      Part part =
          switch (function) {
            case "all" -> ALL;
            // Only what is in no namespace; a pod always is in one.
            case "global" -> NONE;
            case "has" -> value(word(), Set.of(), true);
            default -> throw new NotUnderstood("a function");
          };
      take(")");
      return part;
    }

    private Set<String> set() {
      Set<String> values = new HashSet<>();
      take("{");
      while (!token.equals("}")) {
        values.add(quoted());
        if (!token.equals("}")) {
          take(",");
        }
      }
      take("}");
      return values;
    }

    private String word() {
      if (!isWord) {
        throw new NotUnderstood("something that is not a label's name");
      }
      return take(token);
    }

    private String quoted() {
      if (!List.of('\'', '"').contains(token.isEmpty() ? ' ' : token.charAt(0))) {
        throw new NotUnderstood("something that is not a text");
      }
      String quoted = take(token);
      return quoted.substring(1, quoted.length() - 1);
    }

    private String take(String expected) {
      if (!token.equals(expected) || token.isEmpty()) {
        throw new NotUnderstood("no " + expected);
      }
      next();
      return expected;
    }

    void end() {
      if (!token.isEmpty()) {
        throw new NotUnderstood("more than a selector");
      }
    }

    private void next() {
      Matcher matcher = TOKEN.matcher(text).region(position, text.length());
      if (matcher.lookingAt()) {
        position = matcher.end();
        token = matcher.group().strip();
        isWord = matcher.group("word") != null;
      } else if (text.substring(position).isBlank()) {
        token = "";
        isWord = false;
      } else {
        throw new NotUnderstood("the character " + text.charAt(position));
      }
    }
  }

  private static Part not(Part part) {
    return (wanted, labels) -> part.can(!wanted, labels);
  }

  private static Part either(Part left, Part right) {
    return (wanted, labels) ->
        wanted
            ? left.can(true, labels) || right.can(true, labels)
            : left.can(false, labels) && right.can(false, labels);
  }

  private static Part value(String key, Set<String> values, boolean any) {
    return (wanted, labels) -> {
      if (labels.unknown().test(key)) {
        return true;
      }
      String value = labels.values().get(key);
      return wanted == (value != null && (any || values.contains(value)));
    };
  }
}
