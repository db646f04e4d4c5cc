package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.glovebox.operator.facts.FakeServer.Answer;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OtherPolicyInformersTest {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final String NONE =
      "{\"kind\":\"APIGroupList\",\"apiVersion\":\"v1\",\"groups\":[]}";
  private static final String GROUPS =
      """
      {"kind":"APIGroupList","apiVersion":"v1","groups":[
        {"name":"cilium.io","versions":[{"groupVersion":"cilium.io/v2","version":"v2"}]}]}""";
  private static final String KINDS =
      """
      {"kind":"APIResourceList","apiVersion":"v1","groupVersion":"cilium.io/v2","resources":[
        {"name":"ciliumnetworkpolicies","kind":"CiliumNetworkPolicy","namespaced":true}]}""";
  private static final String LIST =
      """
      {"kind":"CiliumNetworkPolicyList","apiVersion":"cilium.io/v2",
       "metadata":{"resourceVersion":"5"},"items":[
         {"apiVersion":"cilium.io/v2","kind":"CiliumNetworkPolicy",
          "metadata":{"name":"open","namespace":"agents","uid":"1","resourceVersion":"4"},
          "spec":{"endpointSelector":{},"egress":[{"toEntities":["all"]}]}}]}""";

  private final AtomicBoolean served = new AtomicBoolean(true);
  private final AtomicBoolean allowed = new AtomicBoolean(true);
  private final AtomicInteger heard = new AtomicInteger();
  private final SetClock clock = new SetClock();
  private final WatchContinuity continuity = new WatchContinuity(clock);

  private Answer answer(String request) {
    if (request.equals("/apis")) {
      return new Answer(200, served.get() ? GROUPS : NONE);
    }
    if (request.equals("/apis/cilium.io/v2")) {
      return new Answer(200, KINDS);
    }
    if (!allowed.get()) {
      return Answer.status(403, "not you");
    }
    // A watch that has nothing to say.
    return request.contains("watch=true") ? new Answer(0, "") : new Answer(200, LIST);
  }

  private OtherPolicyInformers informers(FakeServer server, Openings openings) {
    return new OtherPolicyInformers(
        server.client,
        new PolicyDiscovery(server.client, List.of(), clock),
        openings,
        continuity,
        kind -> new OnChange<GenericKubernetesResource>(heard::incrementAndGet));
  }

  @Test
  void aKindIsWatchedFromWhenItIsServedUntilItIsGone() throws IOException {
    var openings = new Openings(InstantSource.system());
    try (var server = new FakeServer(this::answer);
        var informers = informers(server, openings)) {
      assertThat(informers.notKnown()).isPresent();
      informers.refresh();
      await().atMost(SOON).until(() -> openings.of("agents", "u").size() == 1);
      await().atMost(SOON).until(() -> heard.get() == 1);

      served.set(false);
      clock.forward(PolicyDiscovery.VALID);
      informers.refresh();
      assertThat(openings.size()).isZero();
      assertThat(informers.notKnown()).isEmpty();
    }
  }

  @Test
  void aKindThatMayNotBeWatchedIsNotKnown() throws IOException {
    allowed.set(false);
    try (var server = new FakeServer(this::answer);
        var informers = informers(server, new Openings(InstantSource.system()))) {
      informers.refresh();
      await()
          .atMost(SOON)
          .untilAsserted(
              () ->
                  assertThat(informers.notKnown().orElseThrow())
                      .contains("CiliumNetworkPolicy.cilium.io cannot be watched")
                      .contains("403"));
    }
  }
}
