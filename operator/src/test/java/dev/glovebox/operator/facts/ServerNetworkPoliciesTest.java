package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.plan.Lookup;
import dev.glovebox.operator.facts.FakeServer.Answer;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerNetworkPoliciesTest {

  private static Answer list(String... names) {
    String items =
        Stream.of(names)
            .map(
                name ->
                    """
                    {"metadata":{"name":"%s","namespace":"agents"},"spec":{"podSelector":{}}}"""
                        .formatted(name))
            .collect(Collectors.joining(","));
    return new Answer(
        200,
        """
        {"kind":"NetworkPolicyList","apiVersion":"networking.k8s.io/v1","items":[%s]}"""
            .formatted(items));
  }

  private static ServerNetworkPolicies policies(FakeServer server) {
    var discovery = new PolicyDiscovery(server.client, List.of(), Clock.systemUTC());
    var informers = new Informers(server.client, "glovebox-canary", new PolicyEngine.Pods("", ""));
    return new ServerNetworkPolicies(
        server.client, new InformedPolicies(server.client, informers, discovery), discovery);
  }

  private static Lookup<List<NetworkPolicy>> ask(Function<String, Answer> answers)
      throws IOException {
    try (var server = new FakeServer(answers)) {
      return policies(server).list("agents", "uid-1", "42");
    }
  }

  private static List<String> names(Lookup<List<NetworkPolicy>> answer) {
    return switch (answer) {
      case Lookup.Found<List<NetworkPolicy>> found ->
          found.value().stream().map(policy -> policy.getMetadata().getName()).toList();
      default -> throw new AssertionError(answer);
    };
  }

  private static boolean foreign(String request) {
    return request.contains("labelSelector=!") || request.contains("labelSelector=%21");
  }

  @Test
  void policiesOfOthersAndOfTheTaskAreAskedForNotOlderThanItsOwn() throws IOException {
    try (var server = new FakeServer(request -> foreign(request) ? list("other") : list("ours"))) {
      Lookup<List<NetworkPolicy>> answer = policies(server).list("agents", "uid-1", "42");
      assertThat(names(answer)).containsExactly("other", "ours");
      assertThat(server.requests)
          .hasSize(2)
          .map(request -> URLDecoder.decode(request, StandardCharsets.UTF_8))
          .allMatch(request -> request.contains("/namespaces/agents/networkpolicies"))
          .allMatch(request -> request.contains("resourceVersion=42"))
          .allMatch(request -> request.contains("resourceVersionMatch=NotOlderThan"))
          .anyMatch(request -> request.contains("labelSelector=!glovebox.dev/task-uid"))
          .anyMatch(request -> request.contains("labelSelector=glovebox.dev/task-uid=uid-1"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 404, 429, 500, 503})
  void anErrorIsNeverAnEmptyList(int code) throws IOException {
    assertThat(ask(request -> foreign(request) ? Answer.status(code, "no") : list("ours")))
        .as("for the policies of others")
        .isInstanceOf(Lookup.Unreadable.class);
    assertThat(ask(request -> foreign(request) ? list() : Answer.status(code, "no")))
        .as("for the task's own")
        .isInstanceOf(Lookup.Unreadable.class);
  }

  @Test
  void aTimeOutIsNeverAnEmptyList() throws IOException {
    assertThat(ask(request -> foreign(request) ? new Answer(0, "") : list()))
        .isInstanceOf(Lookup.Unreadable.class);
  }

  @Test
  void anAnswerThatIsNoListIsNeverAnEmptyList() throws IOException {
    assertThat(ask(request -> foreign(request) ? new Answer(200, "<html>") : list()))
        .isInstanceOf(Lookup.Unreadable.class);
  }
}
