package dev.glovebox.core.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.verify.policies.Opening;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyIngressRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class PolicyUnionTest {
  private static final Map<String, String> POD =
      Map.of("app", "task", "glovebox.dev/task-uid", "u");
  private static final LabelSelector EVERY = new LabelSelector();
  private static final NetworkPolicyIngressRule IN = new NetworkPolicyIngressRule();
  private static final NetworkPolicyEgressRule OUT = new NetworkPolicyEgressRule();

  @Test
  void aPolicyThatAllowsAllInItsNamespaceWidens() {
    assertThat(widening(policy(EVERY, List.of("Egress"), null, List.of(OUT)))).contains("other");
    assertThat(widening(policy(EVERY, List.of("Ingress"), List.of(IN), null))).contains("other");
  }

  @Test
  void aPolicyThatOnlyDeniesDoesNotWiden() {
    assertThat(widening(policy(EVERY, List.of("Ingress", "Egress"), null, null))).isEmpty();
    assertThat(widening(policy(EVERY, List.of("Ingress", "Egress"), List.of(), List.of())))
        .isEmpty();
  }

  @Test
  void aRuleOfATypeThatIsNotInForceDoesNotWiden() {
    assertThat(widening(policy(EVERY, List.of("Ingress"), null, List.of(OUT)))).isEmpty();
    assertThat(widening(policy(EVERY, List.of("Egress"), List.of(IN), null))).isEmpty();
  }

  @Test
  void withoutPolicyTypesIngressAlwaysCountsAndEgressWhenItHasRules() {
    assertThat(widening(policy(EVERY, null, List.of(IN), null))).contains("other");
    assertThat(widening(policy(EVERY, null, null, List.of(OUT)))).contains("other");
    assertThat(widening(policy(EVERY, List.of(), null, null))).isEmpty();
  }

  @Test
  void noSelectorSelectsEveryPod() {
    assertThat(widening(policy(null, List.of("Egress"), null, List.of(OUT)))).contains("other");
  }

  @Test
  void theRemedyThatTheMessageNamesWorks() {
    var remedy = expression("glovebox.dev/task-uid", "DoesNotExist");
    assertThat(widening(policy(remedy, List.of("Egress"), null, List.of(OUT)))).isEmpty();
  }

  @Test
  void anOperatorThatKubernetesDoesNotHaveYetSelectsThePod() {
    var selector = expression("app", "Resembles", "x");
    assertThat(widening(policy(selector, List.of("Egress"), null, List.of(OUT)))).contains("other");
  }

  @Test
  void oursDoesNotWidenAndAnImpostorOfItsNameDoes() {
    var ours = policy(EVERY, List.of("Egress"), null, List.of(OUT));
    assertThat(widening(POD, List.of(ours), "other", "uid-of-other")).isEmpty();
    assertThat(widening(POD, List.of(ours), "other", "another uid")).contains("other");
  }

  @Test
  void ofSeveralTheFirstByNameIsNamed() {
    var b = policy(EVERY, List.of("Egress"), null, List.of(OUT));
    var a = policy(EVERY, List.of("Egress"), null, List.of(OUT));
    a.getMetadata().setName("a");
    assertThat(widening(POD, List.of(b, a), "ours", "u")).contains("a");
  }

  /**
   * Against a second evaluation that works the other way round: it asks of each requirement whether
   * it excludes the pod, with the set semantics of the API's documentation.
   */
  @Property
  void theSelectorMeansWhatTheDocumentationSays(
      @ForAll("labels") Map<String, String> labels, @ForAll("selectors") LabelSelector selector) {
    var policy = policy(selector, List.of("Egress"), null, List.of(OUT));
    boolean excluded = false;
    for (var entry : selector.getMatchLabels().entrySet()) {
      excluded |= !List.copyOf(labels.entrySet()).contains(entry);
    }
    for (var requirement : selector.getMatchExpressions()) {
      var found = new ArrayList<String>();
      labels.forEach(
          (key, value) -> {
            if (key.equals(requirement.getKey())) {
              found.add(value);
            }
          });
      var listed = new ArrayList<>(found);
      listed.retainAll(requirement.getValues());
      excluded |= requirement.getOperator().equals("Exists") && found.isEmpty();
      excluded |= requirement.getOperator().equals("DoesNotExist") && !found.isEmpty();
      excluded |= requirement.getOperator().equals("In") && listed.isEmpty();
      excluded |= requirement.getOperator().equals("NotIn") && !listed.isEmpty();
    }
    assertThat(PolicyUnion.widening(labels, List.of(policy), "ours", "u").isEmpty())
        .isEqualTo(excluded);
  }

  @Provide
  Arbitrary<Map<String, String>> labels() {
    return Arbitraries.maps(key(), value()).ofMaxSize(3);
  }

  @Provide
  Arbitrary<LabelSelector> selectors() {
    var requirement =
        Combinators.combine(
                key(),
                Arbitraries.of("In", "NotIn", "Exists", "DoesNotExist"),
                value().list().uniqueElements().ofMinSize(1).ofMaxSize(2))
            .as(
                (key, operator, values) ->
                    new LabelSelectorRequirement(
                        key,
                        operator,
                        operator.endsWith("Exist") || operator.equals("Exists")
                            ? List.of()
                            : values));
    return Combinators.combine(
            Arbitraries.maps(key(), value()).ofMaxSize(2), requirement.list().ofMaxSize(2))
        .as(
            (exact, expressions) ->
                new LabelSelectorBuilder()
                    .withMatchLabels(exact)
                    .withMatchExpressions(expressions)
                    .build());
  }

  private static Arbitrary<String> key() {
    return Arbitraries.of("app", "tier", "team");
  }

  private static Arbitrary<String> value() {
    return Arbitraries.of("a", "b", "");
  }

  private static Optional<String> widening(NetworkPolicy policy) {
    return widening(POD, List.of(policy), "ours", "uid-of-ours");
  }

  private static Optional<String> widening(
      Map<String, String> labels, List<NetworkPolicy> all, String oursName, String oursUid) {
    return PolicyUnion.widening(labels, all, oursName, oursUid).map(Opening::name);
  }

  private static LabelSelector expression(String key, String operator, String... values) {
    return new LabelSelectorBuilder()
        .addToMatchExpressions(new LabelSelectorRequirement(key, operator, List.of(values)))
        .build();
  }

  private static NetworkPolicy policy(
      LabelSelector selector,
      List<String> types,
      List<NetworkPolicyIngressRule> ingress,
      List<NetworkPolicyEgressRule> egress) {
    return new NetworkPolicyBuilder()
        .withNewMetadata()
        .withName("other")
        .withUid("uid-of-other")
        .endMetadata()
        .withNewSpec()
        .withPodSelector(selector)
        .withPolicyTypes(types)
        .withIngress(ingress)
        .withEgress(egress)
        .endSpec()
        .build();
  }
}
