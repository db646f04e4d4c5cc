package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.ConfigMapMount;
import dev.glovebox.api.v1alpha1.PodRules;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.SecretFile;
import dev.glovebox.api.v1alpha1.Workspace;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.Plan;
import dev.glovebox.operator.facts.FakeServer.Answer;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FreshReadsTest {

  private static final Facts.NetworkFacts NETWORK =
      new Facts.NetworkFacts(List.of(), List.of(), List.of(), List.of(), List.of());
  private static final Facts.Platform PLATFORM =
      new Facts.Platform("probe", "IfNotPresent", List.of());
  private static final Facts.NodeFacts INFORMED = node("informed");

  private static Facts.NodeFacts node(String name) {
    return new Facts.NodeFacts(
        name,
        name + "-uid",
        true,
        false,
        List.of("runsc"),
        "6.1",
        "boot",
        "",
        "",
        Map.of(),
        List.of());
  }

  private static Plan plan(int nodes) {
    var spec =
        new SandboxTaskSpec(
            null,
            null,
            null,
            null,
            null,
            List.of(new SecretFile("login", "token", "/run/secrets/a")),
            List.of(new ConfigMapMount("skills", "/context")),
            null,
            null,
            null,
            new Workspace(WorkspaceType.Claim, null, "/workspace", "standard"),
            null,
            null,
            null,
            null,
            null,
            null);
    var pods = new PodRules("runner", null, null, null, null, null, null, null);
    var policy =
        new SandboxPolicySpec(
            null, null, null, null, null, null, null, null, null, pods, null, null);
    var runtimeClass =
        new Facts.RuntimeClassFacts("gvisor", "u", "runsc", Map.of(), Map.of(), List.of());
    return new Plan(
        "agents",
        "task",
        "uid",
        "gbx-task-uid",
        spec,
        policy,
        null,
        null,
        runtimeClass,
        IntStream.range(0, nodes).mapToObj(i -> node("n" + i)).toList(),
        null,
        Map.of(),
        List.of(),
        Map.of(),
        Map.of(),
        List.of(),
        List.of(),
        List.of("guest"),
        "probe",
        "IfNotPresent",
        List.of());
  }

  private static Answer object(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    if (path.contains("/nodecertificates/")) {
      return new Answer(
          200,
          """
          {"apiVersion":"glovebox.dev/v1alpha1","kind":"NodeCertificate","metadata":{"name":"%s"},
           "spec":{"nodeName":"n0","runtimeClassName":"gvisor"},
           "status":{"certified":true,"guestKernel":"now","expiryTime":"2026-01-01T00:15:00Z"}}"""
              .formatted(name));
    }
    return new Answer(
        200,
        """
        {"metadata":{"name":"%s","uid":"%s-now","namespace":"agents"},"handler":"runsc"}"""
            .formatted(name, name));
  }

  private static Lookup<Facts> read(Function<String, Answer> answers, int nodes)
      throws IOException {
    try (var server = new FakeServer(answers)) {
      return new FreshReads(server.client, () -> List.of(INFORMED), Map::of)
          .of(plan(nodes), NETWORK, List.of(), Map.of(), Instant.EPOCH, PLATFORM);
    }
  }

  private static Facts found(Lookup<Facts> lookup) {
    return switch (lookup) {
      case Lookup.Found<Facts> found -> found.value();
      default -> throw new AssertionError(lookup);
    };
  }

  @Test
  void everythingThatThePlanCountsOnIsReadByName() throws IOException {
    try (var server = new FakeServer(FreshReadsTest::object)) {
      Facts facts =
          found(
              new FreshReads(server.client, List::of, Map::of)
                  .of(plan(2), NETWORK, List.of(), Map.of(), Instant.EPOCH, PLATFORM));
      assertThat(server.requests)
          .containsExactlyInAnyOrder(
              "/api/v1/namespaces/agents",
              "/api/v1/namespaces/agents/serviceaccounts/runner",
              "/api/v1/namespaces/agents/secrets/login",
              "/api/v1/namespaces/agents/configmaps/skills",
              "/apis/node.k8s.io/v1/runtimeclasses/gvisor",
              "/apis/storage.k8s.io/v1/storageclasses/standard",
              "/api/v1/nodes/n0",
              "/api/v1/nodes/n1",
              "/apis/glovebox.dev/v1alpha1/nodecertificates/n0.gvisor",
              "/apis/glovebox.dev/v1alpha1/nodecertificates/n1.gvisor");
      assertThat(facts.certificates().get("n1.gvisor"))
          .satisfies(
              certificate -> {
                assertThat(certificate.certified()).isTrue();
                assertThat(certificate.guestKernel()).isEqualTo("now");
                assertThat(certificate.reason()).isEmpty();
                assertThat(certificate.certifiedTime()).isEqualTo(Instant.EPOCH);
                assertThat(certificate.expiryTime()).isEqualTo("2026-01-01T00:15:00Z");
              });
      assertThat(facts.runtimeClasses().get("gvisor").uid()).isEqualTo("gvisor-now");
      assertThat(facts.storageClasses()).containsOnlyKeys("standard");
      assertThat(facts.nodes()).extracting(Facts.NodeFacts::uid).contains("n0-now", "n1-now");
      assertThat(facts.secrets().get("login")).isInstanceOf(Lookup.Found.class);
      assertThat(facts.configMaps().get("skills")).isInstanceOf(Lookup.Found.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/namespaces/agents",
        "/serviceaccounts/runner",
        "/secrets/login",
        "/configmaps/skills",
        "/runtimeclasses/gvisor",
        "/storageclasses/standard",
        "/nodes/n0",
        "/nodecertificates/n0.gvisor"
      })
  void oneReadThatFailsMakesAllUnreadableAndOneThatIsAbsentDoesNot(String path) throws IOException {
    Lookup<Facts> forbidden =
        read(
            request -> request.endsWith(path) ? Answer.status(403, "not you") : object(request), 1);
    assertThat(forbidden)
        .isInstanceOfSatisfying(
            Lookup.Unreadable.class,
            unreadable -> assertThat(unreadable.message()).contains("403", "not you"));
    Lookup<Facts> absent =
        read(request -> request.endsWith(path) ? Answer.status(404, "gone") : object(request), 1);
    if (path.equals("/namespaces/agents")) {
      assertThat(absent)
          .as("without its namespace there is no task")
          .isInstanceOf(Lookup.Unreadable.class);
      return;
    }
    Facts facts = found(absent);
    boolean seen =
        switch (path) {
          case "/serviceaccounts/runner" -> facts.serviceAccount() instanceof Lookup.Absent;
          case "/secrets/login" -> facts.secrets().get("login") instanceof Lookup.Absent;
          case "/configmaps/skills" -> facts.configMaps().get("skills") instanceof Lookup.Absent;
          case "/runtimeclasses/gvisor" -> facts.runtimeClasses().isEmpty();
          case "/storageclasses/standard" -> facts.storageClasses().isEmpty();
          case "/nodecertificates/n0.gvisor" -> facts.certificates().isEmpty();
          default -> facts.nodes().isEmpty();
        };
    assertThat(seen).as("absent is passed on as absent").isTrue();
  }

  @Test
  void ofManyNodesNoneIsReadAndTheInformersViewIsTaken() throws IOException {
    try (var server = new FakeServer(FreshReadsTest::object)) {
      Facts facts =
          found(
              new FreshReads(server.client, () -> List.of(INFORMED), Map::of)
                  .of(plan(11), NETWORK, List.of(), Map.of(), Instant.EPOCH, PLATFORM));
      assertThat(facts.nodes()).containsExactly(INFORMED);
      assertThat(server.requests)
          .noneMatch(
              request -> request.contains("/nodes") || request.contains("/nodecertificates"));
    }
  }
}
