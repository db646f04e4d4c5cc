package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.glovebox.operator.facts.FakeServer.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PreflightTest {

  private static final Duration NO_PATIENCE = Duration.ZERO;

  private static Answer served(String... resources) {
    String names = String.join("\"},{\"name\":\"", resources);
    return new Answer(
        200,
        """
        {"kind":"APIResourceList","apiVersion":"v1","groupVersion":"glovebox.dev/v1alpha1",
         "resources":[{"name":"%s"}]}"""
            .formatted(names));
  }

  private static Answer review(boolean allowed) {
    return new Answer(
        201,
        """
        {"kind":"SelfSubjectAccessReview","apiVersion":"authorization.k8s.io/v1",
         "status":{"allowed":%s}}"""
            .formatted(allowed));
  }

  private static Answer tasks() {
    return new Answer(
        200,
        """
        {"kind":"SandboxTaskList","apiVersion":"glovebox.dev/v1alpha1","items":[]}""");
  }

  private static boolean list(String request) {
    return request.startsWith("/apis/glovebox.dev/v1alpha1/sandboxtasks");
  }

  private static boolean discovery(String request) {
    return request.equals("/apis/glovebox.dev/v1alpha1");
  }

  private static void check(Function<String, Answer> answers, Duration patience)
      throws IOException, StartFailure {
    try (var server = new FakeServer(answers)) {
      new Preflight(server.client, "glovebox-system").check(patience);
    }
  }

  @Test
  void aServerThatHasAllPasses() {
    assertThatCode(
            () ->
                check(
                    request ->
                        discovery(request)
                            ? served(
                                "sandboxtasks",
                                "sandboxpolicies",
                                "nodecertificates",
                                "sandboxtasks/status")
                            : list(request) ? tasks() : review(true),
                    NO_PATIENCE))
        .doesNotThrowAnyException();
  }

  @Test
  void crdsThatAreMissingAreNamed() {
    assertThatThrownBy(() -> check(request -> Answer.status(404, "no such group"), NO_PATIENCE))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining(
            "nodecertificates, sandboxpolicies, sandboxtasks of glovebox.dev/v1alpha1")
        .hasMessageContaining("install the chart's CRDs");
    assertThatThrownBy(
            () -> check(request -> served("sandboxtasks", "nodecertificates"), NO_PATIENCE))
        .hasMessageContaining("does not serve sandboxpolicies of");
  }

  @Test
  void rightsThatAreMissingAreNamedAllAtOnce() {
    assertThatThrownBy(
            () ->
                check(
                    request ->
                        discovery(request)
                            ? served("sandboxtasks", "sandboxpolicies", "nodecertificates")
                            : review(false),
                    NO_PATIENCE))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("create pods")
        .hasMessageContaining("patch networkpolicies.networking.k8s.io")
        .hasMessageContaining("patch leases.coordination.k8s.io in namespace glovebox-system")
        .hasMessageContaining("watch nodes")
        .hasMessageContaining("update sandboxtasks/status.glovebox.dev");
  }

  @Test
  void aServerThatDoesNotSayIsNoPermission() {
    assertThatThrownBy(
            () ->
                check(
                    request ->
                        discovery(request)
                            ? served("sandboxtasks", "sandboxpolicies", "nodecertificates")
                            : Answer.status(500, "out of order"),
                    NO_PATIENCE))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("does not say whether")
        .hasMessageContaining("out of order");
  }

  @Test
  void aRefusalIsFinalAndSilenceIsAskedAgain() {
    AtomicInteger asked = new AtomicInteger();
    Function<String, Answer> forbidden =
        request -> {
          asked.incrementAndGet();
          return Answer.status(403, "not you");
        };
    assertThatThrownBy(() -> check(forbidden, Duration.ofMinutes(1)))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("not you");
    assertThat(asked).hasValue(1);

    Function<String, Answer> silentAtFirst =
        request -> {
          if (!discovery(request)) {
            return list(request) ? tasks() : review(true);
          }
          return asked.incrementAndGet() < 4
              ? new Answer(0, "")
              : served("sandboxtasks", "sandboxpolicies", "nodecertificates");
        };
    assertThatCode(() -> check(silentAtFirst, Duration.ofMinutes(1))).doesNotThrowAnyException();
    assertThat(asked).hasValue(4);
  }

  @Test
  void storageThatIsBeingMadeReadyIsWaitedFor() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Function<String, Answer> initializing =
        request -> {
          if (discovery(request)) {
            return served("sandboxtasks", "sandboxpolicies", "nodecertificates");
          }
          if (!list(request)) {
            return review(true);
          }
          return asked.incrementAndGet() < 3
              ? Answer.status(429, "storage is (re)initializing")
              : tasks();
        };
    check(initializing, Duration.ofMinutes(1));
    assertThat(asked).hasValue(3);
    asked.set(0);
    assertThatThrownBy(() -> check(initializing, NO_PATIENCE))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("storage is (re)initializing");
  }

  @Test
  void aServerThatIsOutOfOrderForAMomentIsAskedAgainWhateverTheQuestion() throws Exception {
    Set<String> refused = ConcurrentHashMap.newKeySet();
    Function<String, Answer> outOfOrder =
        request -> {
          if (refused.add(request)) {
            return Answer.status(discovery(request) ? 500 : 503, "out of order");
          }
          return discovery(request)
              ? served("sandboxtasks", "sandboxpolicies", "nodecertificates")
              : list(request) ? tasks() : review(true);
        };
    check(outOfOrder, Duration.ofMinutes(1));
    assertThat(refused).as("discovery, a list, and reviews").hasSize(3);
  }

  /** If each had a patience of its own, each would be asked at least twice. */
  @Test
  void patienceIsForAllQuestionsTogether() {
    AtomicInteger asked = new AtomicInteger();
    Function<String, Answer> outOfOrder =
        request -> {
          if (discovery(request)) {
            return served("sandboxtasks", "sandboxpolicies", "nodecertificates");
          }
          asked.incrementAndGet();
          return Answer.status(503, "out of order");
        };
    assertThatThrownBy(() -> check(outOfOrder, Duration.ofMillis(600)))
        .isInstanceOf(StartFailure.class)
        .hasMessageContaining("does not say whether");
    int questions =
        Stream.of(Rights.CLUSTER, Rights.OWN_NAMESPACE)
            .flatMap(List::stream)
            .mapToInt(right -> right.verbs().size())
            .sum();
    assertThat(asked.get()).isBetween(questions, questions * 3 / 2);
  }
}
