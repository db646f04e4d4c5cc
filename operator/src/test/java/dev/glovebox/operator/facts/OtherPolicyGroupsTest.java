package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.plan.Lookup;
import dev.glovebox.operator.facts.FakeServer.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kinds of policy beside NetworkPolicy, on a server of which each answer is decided here. */
class OtherPolicyGroupsTest {
  private static final Map<String, String> POD = Map.of("glovebox.dev/task-uid", "u");

  /** Answers by path; 404 for the rest. */
  private final Map<String, Answer> answers = new HashMap<>();

  private final SetClock clock = new SetClock();
  private List<String> understood = List.of();

  private static Answer ok(String body) {
    return new Answer(200, body);
  }

  private void serves(String group, String version, String... resources) {
    answers.put(
        "/apis",
        ok(
            """
            {"kind":"APIGroupList","apiVersion":"v1","groups":[
              {"name":"apps","versions":[{"groupVersion":"apps/v1","version":"v1"}]},
              {"name":"%1$s","versions":[{"groupVersion":"%1$s/%2$s","version":"%2$s"}]}]}"""
                .formatted(group, version)));
    StringBuilder list = new StringBuilder();
    for (String resource : resources) {
      list.append(list.isEmpty() ? "" : ",")
          .append("{\"name\":\"%s\",\"kind\":\"X\",\"namespaced\":true}".formatted(resource));
      answers.put(
          "/apis/%s/%s/%s".formatted(group, version, resource),
          ok(
              "{\"kind\":\"XList\",\"apiVersion\":\"%s/%s\",\"items\":[]}"
                  .formatted(group, version)));
      answers.put(
          "/apis/%s/%s/namespaces/agents/%s".formatted(group, version, resource),
          ok(
              "{\"kind\":\"XList\",\"apiVersion\":\"%s/%s\",\"items\":[]}"
                  .formatted(group, version)));
    }
    answers.put(
        "/apis/%s/%s".formatted(group, version),
        ok(
            "{\"kind\":\"APIResourceList\",\"apiVersion\":\"v1\",\"groupVersion\":\"%s/%s\",\"resources\":[%s]}"
                .formatted(group, version, list)));
  }

  private void has(String path, String name, String spec) {
    answers.put(
        path,
        ok(
            """
            {"kind":"XList","apiVersion":"x/v1","items":[
              {"apiVersion":"x/v1","kind":"X",
               "metadata":{"name":"%s","namespace":"agents","uid":"1"},"spec":%s}]}"""
                .formatted(name, spec)));
  }

  private FakeServer server() throws IOException {
    return new FakeServer(
        request ->
            answers.getOrDefault(request.replaceFirst("\\?.*", ""), Answer.status(404, "no")));
  }

  private ServerNetworkPolicies policies(FakeServer server) {
    var discovery = new PolicyDiscovery(server.client, understood, clock);
    var informers = new Informers(server.client, "glovebox-canary", new PolicyEngine.Pods("", ""));
    return new ServerNetworkPolicies(
        server.client, new InformedPolicies(server.client, informers, discovery), discovery);
  }

  private static Lookup<Optional<String>> ask(ServerNetworkPolicies policies) {
    return policies.otherWidening("agents", POD, "ours", "uid-of-ours");
  }

  private Lookup<Optional<String>> ask() throws IOException {
    try (var server = server()) {
      return ask(policies(server));
    }
  }

  private static String unreadable(Lookup<Optional<String>> answer) {
    assertThat(answer).isInstanceOf(Lookup.Unreadable.class);
    return ((Lookup.Unreadable<Optional<String>>) answer).message();
  }

  @Test
  void withoutOtherGroupsNothingWidensAndOneRequestServesAllFor30Seconds() throws IOException {
    serves("batch", "v1", "jobs");
    try (var server = server()) {
      var policies = policies(server);
      assertThat(ask(policies)).isEqualTo(new Lookup.Found<>(Optional.empty()));
      clock.forward(Duration.ofSeconds(29));
      ask(policies);
      assertThat(server.requests).containsExactly("/apis");
      clock.forward(Duration.ofSeconds(1));
      ask(policies);
      assertThat(server.requests).containsExactly("/apis", "/apis");
    }
  }

  @Test
  void aPolicyThatAllowsIsNamedAndOneThatDeniesIsFine() throws IOException {
    serves(
        "cilium.io", "v2", "ciliumnetworkpolicies", "ciliumnetworkpolicies/status", "ciliumnodes");
    assertThat(ask()).isEqualTo(new Lookup.Found<>(Optional.empty()));
    String path = "/apis/cilium.io/v2/namespaces/agents/ciliumnetworkpolicies";
    has(path, "closed", "{\"endpointSelector\":{},\"egressDeny\":[{\"toEntities\":[\"all\"]}]}");
    assertThat(ask()).isEqualTo(new Lookup.Found<>(Optional.empty()));
    has(path, "open", "{\"endpointSelector\":{},\"egress\":[{\"toEntities\":[\"all\"]}]}");
    assertThat(ask())
        .isInstanceOfSatisfying(
            Lookup.Found.class,
            found ->
                assertThat(found.value().toString())
                    .contains("CiliumNetworkPolicy.cilium.io agents/open selects the pod"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 401, 403, 404, 500, 503})
  void aFailedListIsNeverAnEmptyOne(int code) throws IOException {
    serves("cilium.io", "v2", "ciliumclusterwidenetworkpolicies");
    answers.put(
        "/apis/cilium.io/v2/ciliumclusterwidenetworkpolicies",
        code == 0 ? new Answer(0, "") : Answer.status(code, "no"));
    assertThat(ask()).isInstanceOf(Lookup.Unreadable.class);
    if (code == 403) {
      assertThat(unreadable(ask()))
          .contains("ciliumclusterwidenetworkpolicies.cilium.io")
          .contains("policyGroups.understoodByPlatform");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/apis", "/apis/cilium.io/v2"})
  void aDiscoveryThatFailsInPartOrWholeIsNeverNoGroupAndIsNotKept(String path) throws IOException {
    serves("cilium.io", "v2", "ciliumnetworkpolicies");
    Answer good = answers.get(path);
    try (var server = server()) {
      var policies = policies(server);
      for (int code : List.of(403, 404, 503)) {
        answers.put(path, Answer.status(code, "no"));
        assertThat(ask(policies)).as("%d", code).isInstanceOf(Lookup.Unreadable.class);
      }
      answers.put(path, good);
      assertThat(ask(policies)).isEqualTo(new Lookup.Found<>(Optional.empty()));
    }
  }

  @Test
  void aKindThatWentIsAskedForAgainInsteadOfRefusingFor30Seconds() throws IOException {
    serves("cilium.io", "v2", "ciliumnetworkpolicies");
    try (var server = server()) {
      var policies = policies(server);
      assertThat(ask(policies)).isEqualTo(new Lookup.Found<>(Optional.empty()));
      answers.remove("/apis/cilium.io/v2/namespaces/agents/ciliumnetworkpolicies");
      assertThat(unreadable(ask(policies)))
          .as("discovery lists it still")
          .contains("is listed by the server's discovery and not served (404)");
      serves("batch", "v1", "jobs");
      assertThat(ask(policies)).isEqualTo(new Lookup.Found<>(Optional.empty()));
    }
  }

  @Test
  void aKindThatIsNotKnownIsNamedWithTheChartsValue() throws IOException {
    serves("cilium.io", "v2", "ciliumnetworkpolicies", "ciliumopenings");
    assertThat(unreadable(ask()))
        .contains("ciliumopenings.cilium.io")
        .contains("name cilium.io in policyGroups.understoodByPlatform");
    serves("cilium.io", "v3", "ciliumnetworkpolicies");
    assertThat(unreadable(ask())).contains("served as v3, and understood as v2");
  }

  @Test
  void aGroupThatThePlatformAnswersForIsNotReadAtAll() throws IOException {
    serves("cilium.io", "v2", "ciliumnetworkpolicies", "ciliumopenings");
    answers.remove("/apis/cilium.io/v2");
    understood = List.of("cilium.io");
    try (var server = server()) {
      assertThat(ask(policies(server))).isEqualTo(new Lookup.Found<>(Optional.empty()));
      assertThat(server.requests).containsExactly("/apis");
    }
  }
}
