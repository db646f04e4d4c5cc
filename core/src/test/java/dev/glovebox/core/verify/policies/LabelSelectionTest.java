package dev.glovebox.core.verify.policies;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/**
 * Selectors against a second evaluation, written from the Kubernetes documentation ("Labels and
 * Selectors") in another way: a pod is the set of its labels as texts {@code key=value}, and each
 * requirement is a question to that set.
 */
class LabelSelectionTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final List<String> KEYS = List.of("app", "tier", "team", "glovebox.dev/task-uid");
  private static final List<String> VALUES = List.of("a", "b", "c", "");

  private static Set<String> texts(Map<String, String> labels) {
    Set<String> texts = new HashSet<>();
    labels.forEach((key, value) -> texts.add(key + "=" + value));
    return texts;
  }

  /** The documented meaning; every possible label of a key is tried. */
  private static Predicate<Set<String>> documented(LabelSelector selector) {
    Predicate<Set<String>> all = pod -> true;
    if (selector != null && selector.getMatchLabels() != null) {
      for (String pair : texts(selector.getMatchLabels())) {
        all = all.and(pod -> pod.contains(pair));
      }
    }
    if (selector != null && selector.getMatchExpressions() != null) {
      for (LabelSelectorRequirement r : selector.getMatchExpressions()) {
        List<String> values = r.getValues() == null ? List.of() : r.getValues();
        Predicate<Set<String>> hasOneOf =
            pod -> values.stream().map(v -> r.getKey() + "=" + v).anyMatch(pod::contains);
        Predicate<Set<String>> hasKey =
            pod -> pod.stream().anyMatch(text -> text.startsWith(r.getKey() + "="));
        all =
            all.and(
                Map.of(
                        "In",
                        hasOneOf,
                        "NotIn",
                        hasOneOf.negate(),
                        "Exists",
                        hasKey,
                        "DoesNotExist",
                        hasKey.negate())
                    .get(r.getOperator()));
      }
    }
    return all;
  }

  @Property(tries = 2000)
  void aTypedSelectorSelectsWhatTheDocumentationSays(
      @ForAll("labels") Map<String, String> labels, @ForAll("selectors") LabelSelector selector) {
    assertThat(LabelSelection.of(selector).selects(labels))
        .isEqualTo(documented(selector).test(texts(labels)));
  }

  @Property(tries = 2000)
  void aSelectorInAnObjectOfAnotherKindMeansTheSame(
      @ForAll("labels") Map<String, String> labels, @ForAll("selectors") LabelSelector selector) {
    ObjectNode object = MAPPER.createObjectNode();
    object.set("selector", MAPPER.valueToTree(selector));
    assertThat(new PolicyTree(object, "").selection("selector").selects(labels))
        .isEqualTo(documented(selector).test(texts(labels)));
  }

  @Test
  void noSelectorAndAnEmptyOneSelectEverything() {
    assertThat(LabelSelection.of(null).selects(Map.of("app", "a"))).isTrue();
    assertThat(LabelSelection.of(new LabelSelector()).selects(Map.of())).isTrue();
    assertThat(
            new PolicyTree(MAPPER.createObjectNode(), "").selection("selector").selects(Map.of()))
        .isTrue();
  }

  @Test
  void anOperatorThatKubernetesDoesNotHaveYetMaySelect() {
    var requirement = new LabelSelectorRequirement("app", "Resembles", List.of("z"));
    var selector = new LabelSelector(List.of(requirement), null);
    assertThat(LabelSelection.of(selector).selects(Map.of("app", "a"))).isTrue();
  }

  @Provide
  Arbitrary<Map<String, String>> labels() {
    return Arbitraries.maps(Arbitraries.of(KEYS), Arbitraries.of(VALUES)).ofMaxSize(4);
  }

  @Provide
  Arbitrary<LabelSelector> selectors() {
    Arbitrary<LabelSelectorRequirement> withValues =
        Combinators.combine(
                Arbitraries.of(KEYS),
                Arbitraries.of("In", "NotIn"),
                Arbitraries.of(VALUES).list().ofMinSize(1).ofMaxSize(3))
            .as(LabelSelectorRequirement::new);
    Arbitrary<LabelSelectorRequirement> without =
        Combinators.combine(
                Arbitraries.of(KEYS),
                Arbitraries.of("Exists", "DoesNotExist"),
                Arbitraries.just(List.<String>of()).injectNull(0.5))
            .as(LabelSelectorRequirement::new);
    return Combinators.combine(
            Arbitraries.oneOf(withValues, without).list().ofMaxSize(3).injectNull(0.2),
            Arbitraries.maps(Arbitraries.of(KEYS), Arbitraries.of(VALUES))
                .ofMaxSize(2)
                .injectNull(0.2))
        .as(LabelSelector::new);
  }

  @Test
  void aSelectorThatIsTooLargeToBeKeptSelectsEverything() {
    var values = IntStream.range(0, LabelSelection.LARGEST).mapToObj(i -> "v" + i).toList();
    assertThat(in(values.subList(1, values.size())).selects(Map.of("app", "a"))).isFalse();
    assertThat(in(values).selects(Map.of("app", "a"))).isTrue();
    assertThat(in(values)).isSameAs(LabelSelection.EVERYTHING);
  }

  private static LabelSelection in(List<String> values) {
    return LabelSelection.of(
        new LabelSelectorBuilder()
            .addNewMatchExpression()
            .withKey("app")
            .withOperator("In")
            .withValues(values)
            .endMatchExpression()
            .build());
  }
}
