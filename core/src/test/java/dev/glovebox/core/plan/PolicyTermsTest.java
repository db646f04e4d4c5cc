package dev.glovebox.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyTermsTest {
  private static final PolicyTerms TERMS =
      PolicyTerms.of(
          Serialization.unmarshal(
              """
              apiVersion: glovebox.dev/v1alpha1
              kind: SandboxPolicy
              metadata: {name: default}
              spec:
                images: {registries: [registry.example.com/tools/], requireDigest: false}
                resources: {max: {cpu: "4", memory: 8Gi, ephemeralStorage: 10Gi}}
                workspace: {maxSize: 1Gi}
                network: {modes: [None, Allowlist], allowedCidrs: [203.0.113.0/24], blockedCidrs: [203.0.113.7/32]}
              """,
              SandboxPolicy.class));

  @ParameterizedTest
  @CsvSource({
    "registry.example.com/tools/go:1.25, true, spec.images.registries",
    "registry.example.com/toolsy/go:1.25, false, spec.images.registries",
    "203.0.113.0/29, false, spec.network.blockedCidrs",
    "203.0.113.8/29, true, spec.network.allowedCidrs",
    "203.0.113.9, true, spec.network.allowedCidrs",
    "198.51.100.1, false, spec.network.allowedCidrs",
    "169.254.169.254, false, no task may reach",
    "4, true, spec.resources.max.cpu",
    "4001m, false, spec.resources.max.cpu",
    "0, false, 1m is the least",
    "0.0001, false, 1m is the least",
  })
  void eachAnswerNamesTheFieldThatDecides(String thing, boolean allowed, String because) {
    assertThat(TERMS.answers(thing))
        .singleElement()
        .satisfies(
            answer -> {
              assertThat(answer.allowed()).as(answer.because()).isEqualTo(allowed);
              // The field stands before it already.
              assertThat(answer.because()).contains(because).doesNotContain(answer.field() + ":");
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"2xx", "16gi", "16GiB", "1.5 Gi", "-1", "IMAGE", "two words", ""})
  void whatIsNothingOfAllThatIsNotAskedAbout(String text) {
    assertThat(PolicyTerms.isThing(text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2",
        "500m",
        "1.5Gi",
        "8G",
        "1e3",
        "203.0.113.9",
        "::1/128",
        "300.0.0.0/8",
        "busybox",
        "2048-game:1",
        "registry.example.com/tools/Go:1"
      })
  void whatIsMeantAsOneOfThemIsAnswered(String text) {
    assertThat(PolicyTerms.isThing(text)).isTrue();
    assertThat(TERMS.answers(text)).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "registry.example.com:5000/tools/go:1.25, registry.example.com:5000/",
    "acme/tool, docker.io/",
    "alpine, docker.io/",
  })
  void theRegistryOfAnImageIsAnEntryThatAllowsIt(String image, String entry) {
    assertThat(PolicyTerms.registryOf(image)).contains(entry);
    assertThat(ImageReference.parse(image).under(entry)).isTrue();
  }

  @Test
  void whatIsNoImageHasNoRegistry() {
    assertThat(PolicyTerms.registryOf("${IMAGE}")).isEmpty();
    assertThat(PolicyTerms.registryOf(null)).isEmpty();
  }

  @Test
  void eachThingThatSpeaksAgainstIsAnAnswer() {
    var strict =
        new PolicyTerms(
            "default",
            PolicyDefaults.fill(
                Serialization.unmarshal(
                    "images: {registries: [registry.example.com/]}\nnetwork: {modes: [None]}\n",
                    dev.glovebox.api.v1alpha1.SandboxPolicySpec.class)));
    assertThat(strict.answers("busybox"))
        .extracting(PolicyTerms.Answer::because)
        .satisfiesExactly(
            registry -> assertThat(registry).contains("(spec.images.registries"),
            digest -> assertThat(digest).contains("(spec.images.requireDigest)"));
    assertThat(strict.answers("203.0.113.9"))
        .extracting(PolicyTerms.Answer::field)
        .containsExactly("spec.network.mode", "spec.network.allow.cidr");
  }

  @Test
  void bytesAreAskedOfEveryFieldThatTakesBytes() {
    assertThat(TERMS.answers("9Gi"))
        .extracting(PolicyTerms.Answer::field, PolicyTerms.Answer::allowed)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("spec.resources.memory", false),
            org.assertj.core.groups.Tuple.tuple("spec.resources.ephemeralStorage", true),
            org.assertj.core.groups.Tuple.tuple("spec.workspace.size", false));
  }

  @Test
  void aLimitThatIsMissingAllowsNothing() {
    var nothing =
        PolicyTerms.of(
            Serialization.unmarshal(
                "apiVersion: glovebox.dev/v1alpha1\nkind: SandboxPolicy\nmetadata: {name: default}\nspec: {}",
                SandboxPolicy.class));
    for (String thing : new String[] {"1", "1Mi", "203.0.113.9", "busybox"}) {
      assertThat(nothing.answers(thing)).isNotEmpty().noneMatch(PolicyTerms.Answer::allowed);
    }
  }
}
