package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.plan.Facts;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class CanaryWatchTest {

  private final List<Pod> pods = new ArrayList<>();
  private final Set<String> answering = ConcurrentHashMap.newKeySet();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final Clock clock =
      new Clock() {
        @Override
        public ZoneOffset getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
          return this;
        }

        @Override
        public Instant instant() {
          return now;
        }
      };
  private final CanaryWatch watch = new CanaryWatch(() -> pods, this::ask, clock);

  private void ask(String address, int port) throws IOException {
    if (!answering.contains(address)) {
      throw new IOException("silent");
    }
  }

  private static Pod pod(String name, String address, String phase) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewStatus()
        .withPhase(phase)
        .withPodIP(address)
        .endStatus()
        .build();
  }

  private List<String> names() {
    return watch.answering().stream().map(Facts.CanaryFacts::name).toList();
  }

  @Test
  void onlyThoseThatAnsweredCountInTheOrderOfTheirNames() {
    pods.add(pod("b", "10.0.0.2", "Running"));
    pods.add(pod("a", "10.0.0.1", "Running"));
    pods.add(pod("c", "10.0.0.3", "Running"));
    answering.addAll(Set.of("10.0.0.1", "10.0.0.2"));
    assertThat(watch.answering()).as("before the first question").isEmpty();
    watch.askAll();
    assertThat(watch.answering())
        .containsExactly(
            new Facts.CanaryFacts("a", "10.0.0.1", 8787),
            new Facts.CanaryFacts("b", "10.0.0.2", 8787));
  }

  @Test
  void anAnswerCountsFor30Seconds() {
    pods.add(pod("a", "10.0.0.1", "Running"));
    answering.add("10.0.0.1");
    watch.askAll();
    answering.clear();
    now = now.plus(Duration.ofSeconds(29));
    watch.askAll();
    assertThat(names()).containsExactly("a");
    now = now.plus(Duration.ofSeconds(1));
    watch.askAll();
    assertThat(names()).isEmpty();
  }

  @Test
  void aPodThatIsGoneStopsCountingAtOnce() {
    pods.add(pod("a", "10.0.0.1", "Running"));
    answering.add("10.0.0.1");
    watch.askAll();
    assertThat(names()).containsExactly("a");
    pods.clear();
    assertThat(names()).isEmpty();
  }

  @Test
  void aPodWithAnotherAddressMustAnswerAnew() {
    pods.add(pod("a", "10.0.0.1", "Running"));
    answering.add("10.0.0.1");
    watch.askAll();
    pods.set(0, pod("a", "10.0.0.9", "Running"));
    assertThat(names()).isEmpty();
    answering.add("10.0.0.9");
    watch.askAll();
    assertThat(names()).containsExactly("a");
  }

  @Test
  void podsThatDoNotRunAreNotAsked() {
    pods.add(pod("a", "10.0.0.1", "Pending"));
    pods.add(pod("b", null, "Running"));
    pods.add(
        new PodBuilder(pod("c", "10.0.0.3", "Running"))
            .editMetadata()
            .withDeletionTimestamp("2026-01-01T00:00:00Z")
            .endMetadata()
            .build());
    answering.addAll(Set.of("10.0.0.1", "10.0.0.3"));
    watch.askAll();
    assertThat(names()).isEmpty();
  }
}
