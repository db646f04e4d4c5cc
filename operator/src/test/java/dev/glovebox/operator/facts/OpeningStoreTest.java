package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.verify.PolicyUnion;
import dev.glovebox.core.verify.policies.Opening;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyEgressRule;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpeningStoreTest {
  private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");

  private Instant now = START;
  private final Openings openings = new Openings(() -> now);
  private final OpeningStore<NetworkPolicy> store =
      new OpeningStore<>("NetworkPolicy", PolicyUnion::opening, Stripped::networkPolicy, openings);

  private static NetworkPolicy policy(
      String namespace, Map<String, String> selector, boolean allows) {
    return new NetworkPolicyBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName("p")
        .endMetadata()
        .withNewSpec()
        .withNewPodSelector()
        .withMatchLabels(selector)
        .endPodSelector()
        .withPolicyTypes("Egress")
        .withEgress(allows ? List.of(new NetworkPolicyEgressRule()) : null)
        .endSpec()
        .build();
  }

  private void put(NetworkPolicy policy) {
    store.put(store.getKey(policy), policy);
  }

  private List<String> seen(String namespace, String taskUid) {
    return openings.of(namespace, taskUid).stream().map(Opening::name).toList();
  }

  private List<String> past(String namespace, String taskUid, Instant since) {
    return openings.past(namespace, taskUid, since).stream().map(Opening::name).toList();
  }

  @Test
  void aPolicyThatWasMadeAndDeletedBeforeAnybodyLookedIsKnown() {
    put(policy("agents", Map.of(), true));
    store.remove("agents/p");

    assertThat(seen("agents", "u1")).isEmpty();
    assertThat(past("agents", "u1", START)).containsExactly("p");
    assertThat(past("others", "u1", START)).isEmpty();
    assertThat(past("agents", "u1", START.plusMillis(1))).isEmpty();
  }

  @Test
  void whatAPolicyAllowedBeforeItWasChangedIsKnown() {
    put(policy("agents", Map.of("glovebox.dev/task-uid", "u1"), true));
    put(policy("agents", Map.of("glovebox.dev/task-uid", "u2"), true));

    assertThat(past("agents", "u1", START)).containsExactly("p");
    assertThat(past("agents", "u2", START)).isEmpty();
  }

  @Test
  void whatWasOpenLongAgoIsForgotten() {
    put(policy("agents", Map.of(), true));
    store.remove("agents/p");
    now = START.plus(Openings.REMEMBERED).plusMillis(1);
    put(policy("others", Map.of(), true));
    store.remove("others/p");

    assertThat(past("agents", "u1", START)).isEmpty();
    assertThat(past("others", "u1", START)).containsExactly("p");
  }

  @Test
  void aPolicyThatAllowsIsSeenInItsNamespaceAndNoOther() {
    put(policy("agents", Map.of(), true));
    assertThat(seen("agents", "u1")).containsExactly("p");
    assertThat(seen("others", "u1")).isEmpty();
  }

  @Test
  void aPolicyForOneTaskIsNotLookedAtForAnother() {
    put(policy("agents", Map.of("glovebox.dev/task-uid", "u1"), true));
    assertThat(seen("agents", "u1")).containsExactly("p");
    assertThat(seen("agents", "u2")).isEmpty();
  }

  @Test
  void aPolicyThatAllowsNothingAnyMoreIsForgotten() {
    put(policy("agents", Map.of(), true));
    put(policy("agents", Map.of(), false));
    assertThat(seen("agents", "u1")).isEmpty();
    assertThat(openings.size()).isZero();
  }

  @Test
  void aPolicyThatTurnsToAnotherTaskIsNoLongerThere() {
    put(policy("agents", Map.of("glovebox.dev/task-uid", "u1"), true));
    put(policy("agents", Map.of("glovebox.dev/task-uid", "u2"), true));
    assertThat(seen("agents", "u1")).isEmpty();
    assertThat(seen("agents", "u2")).containsExactly("p");
  }

  @Test
  void aDeletedPolicyIsForgottenAndSoAreAllWhenItsKindGoes() {
    put(policy("agents", Map.of(), true));
    store.remove("agents/p");
    assertThat(seen("agents", "u1")).isEmpty();
    put(policy("agents", Map.of(), true));
    store.clear();
    assertThat(seen("agents", "u1")).isEmpty();
    assertThat(store.size()).isZero();
  }
}
