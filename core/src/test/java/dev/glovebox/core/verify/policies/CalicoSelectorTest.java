package dev.glovebox.core.verify.policies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CalicoSelectorTest {
  private static final Map<String, String> LABELS = Map.of("app", "x", "a.b/c-d", "y z");

  private static boolean selects(String selector, Map<String, String> labels) {
    return CalicoSelector.parse(selector)
        .maySelect(new CalicoSelector.Labels(labels, key -> key.startsWith("hidden")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          all()                                    ; true
          global()                                 ; false
          has(app)                                 ; true
          has( other )                             ; false
          app == 'x'                               ; true
          app=="y"                                 ; false
          a.b/c-d == 'y z'                         ; true
          app != 'x'                               ; false
          other != 'x'                             ; true
          app in {'x', 'y'}                        ; true
          app in {}                                ; false
          app not in {'x','y'}                     ; false
          other not in {'x'}                       ; true
          !has(app)                                ; false
          !!has(app)                               ; true
          has(app) && has(other)                   ; false
          has(other) || has(app)                   ; true
          has(app) || has(app) && has(other)       ; true
          (has(app) || has(app)) && has(other)     ; false
          !has(app) || has(other)                  ; false
          !(has(other) || has(app))                ; false
          """)
  void selectorsMeanWhatCalicosDocumentationSays(String selector, boolean selects) {
    assertThat(selects(selector, LABELS)).isEqualTo(selects);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "other contains 'x'",
        "other starts with 'x'",
        "has(other) &&",
        "has(other",
        "other == x",
        "other = 'x'",
        "none()",
        "has(other) has(other)",
        "other in {'x' 'y'}",
        "other == 'x",
        "#",
        "&& has(other)",
      })
  void whatDoesNotParseMaySelect(String selector) {
    assertThat(selects(selector, LABELS)).isTrue();
  }

  @Test
  void aSelectorThatIsMadeToExhaustTheStackMaySelect() {
    assertThat(selects("!".repeat(2001) + "all()", LABELS)).isTrue();
    assertThat(selects("(".repeat(1_000_000), LABELS)).isTrue();
    assertThat(selects("global()" + " || global()".repeat(300), LABELS)).isFalse();
  }

  @Test
  void whatIsNotKnownMayBeSoOrNot() {
    assertThat(selects("has(hidden)", LABELS)).isTrue();
    assertThat(selects("!has(hidden)", LABELS)).isTrue();
    assertThat(selects("has(hidden) && has(other)", LABELS)).isFalse();
    assertThat(selects("!(has(hidden) || has(app))", LABELS)).isFalse();
  }

  /** A selector, and whether it selects as worked out while it was put together. */
  record Expected(String text, boolean selects) {}

  @Property
  void anySelectorMeansWhatItsPartsMean(@ForAll("expected") Expected expected) {
    assertThat(selects(expected.text(), LABELS)).as(expected.text()).isEqualTo(expected.selects());
  }

  @Provide
  Arbitrary<Expected> expected() {
    Arbitrary<Expected> leaf =
        Arbitraries.of(
            List.of(
                new Expected("has(app)", true),
                new Expected("has(other)", false),
                new Expected("app == 'x'", true),
                new Expected("app != 'x'", false),
                new Expected("other not in {'a', 'b'}", true),
                new Expected("app in {\"y\"}", false),
                new Expected("all()", true)));
    return combined(leaf, 3);
  }

  private static Arbitrary<Expected> combined(Arbitrary<Expected> parts, int levels) {
    if (levels == 0) {
      return parts;
    }
    var pairs = Combinators.combine(parts, parts);
    var next =
        Arbitraries.oneOf(
            parts,
            parts.map(e -> new Expected("!(" + e.text() + ")", !e.selects())),
            pairs.as(
                (a, b) ->
                    new Expected(
                        "(" + a.text() + ")&&(" + b.text() + ")", a.selects() && b.selects())),
            pairs.as(
                (a, b) ->
                    new Expected(
                        "(" + a.text() + ") || (" + b.text() + ")", a.selects() || b.selects())));
    return combined(next, levels - 1);
  }
}
