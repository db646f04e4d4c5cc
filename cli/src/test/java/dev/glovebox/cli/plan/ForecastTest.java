package dev.glovebox.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.plan.Open.State;
import dev.glovebox.cli.plan.Open.Subject;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.core.render.Rendered;
import dev.glovebox.operator.facts.ListedCluster;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ForecastTest {
  private static final String SECRET =
      "secrets: [{secretName: npm-token, key: token, path: /run/secrets/npm}]";

  private final SeenCluster cluster = new SeenCluster();

  private Outlook outlook(String spec) {
    return Forecast.of(cluster.seen(spec));
  }

  private static List<Subject> open(Outlook outlook, State state) {
    return outlook.open().stream()
        .filter(question -> question.state() == state)
        .map(Open::subject)
        .toList();
  }

  @Test
  void whereAllIsSeenATaskRunsAndOnlyTheOperatorsOwnChecksAreOpen() {
    Outlook outlook = outlook("");

    assertThat(outlook.verdict()).isInstanceOf(Outlook.Runs.class);
    assertThat(open(outlook, State.UNKNOWN)).isEmpty();
    assertThat(open(outlook, State.OPERATOR))
        .containsExactly(Subject.CANARIES, Subject.OTHER_POLICIES, Subject.ADMISSION);
    assertThat(outlook.isShapedByGuesses()).isFalse();
    assertThat(Rendered.of(outlook.plan().orElseThrow()).pod().getSpec().getRuntimeClassName())
        .isEqualTo("gvisor");
  }

  /** What may be kept from a user. */
  record Hidden(Subject subject, Consumer<SeenCluster> hide) {
    static <T> Lookup<T> no() {
      return new Lookup.Unreadable<>("forbidden");
    }

    static List<Hidden> all() {
      return List.of(
          new Hidden(Subject.RUNTIME_CLASSES, c -> c.runtimeClasses = no()),
          new Hidden(Subject.NODES, c -> c.nodes = no()),
          new Hidden(Subject.STORAGE_CLASSES, c -> c.storageClasses = no()),
          new Hidden(Subject.CANARIES, c -> c.canaries = no()),
          new Hidden(Subject.CERTIFICATES, c -> c.certificates = no()),
          new Hidden(Subject.POLICY_ENGINE, c -> c.policyEngineStarts = no()),
          new Hidden(Subject.ADMISSION_POLICIES, c -> c.nothingReleased = no()),
          new Hidden(Subject.OPERATOR_CONFIGURATION, c -> c.platform = no()),
          new Hidden(Subject.SERVICE_ACCOUNT, c -> c.serviceAccount = no()),
          new Hidden(Subject.QUOTA, c -> c.tasks = no()),
          new Hidden(
              Subject.ADDRESSES,
              c -> c.network = new ListedCluster.Network(c.network.facts(), List.of("forbidden"))));
    }

    @Override
    public String toString() {
      return subject.words();
    }
  }

  static List<Hidden> hidden() {
    return Hidden.all();
  }

  @ParameterizedTest
  @MethodSource("hidden")
  void whatMayNotBeReadIsUnknownAndNeitherFineNorARefusal(Hidden hidden) {
    hidden.hide.accept(cluster);

    Outlook outlook = outlook("network: {mode: Internet}");

    assertThat(outlook.verdict()).isInstanceOf(Outlook.Runs.class);
    assertThat(open(outlook, State.UNKNOWN)).contains(hidden.subject);
    assertThat(outlook.hasUnknowns()).isTrue();
    assertThat(outlook.open()).anySatisfy(one -> assertThat(one.why()).contains("forbidden"));
    assertThat(String.join("\n", PlanText.lines(outlook)))
        .contains("unknown: " + hidden.subject.words())
        .doesNotContain("answer       would run");
  }

  @Test
  void whatWouldBeRefusedAnywayIsRefusedWhateverIsHidden() {
    for (Hidden hidden : Hidden.all()) {
      hidden.hide.accept(cluster);
    }
    assertThat(outlook("runAsUser: 5000").verdict())
        .isInstanceOfSatisfying(
            Outlook.Refused.class,
            refused -> assertThat(refused.refusal().reason()).isEqualTo(Reason.PolicyViolation));
  }

  @Test
  void aSecretIsLeftToTheOperator() {
    Outlook outlook = outlook(SECRET);

    assertThat(outlook.verdict()).isInstanceOf(Outlook.Runs.class);
    assertThat(open(outlook, State.OPERATOR)).contains(Subject.SECRET);
    assertThat(outlook.open())
        .anySatisfy(one -> assertThat(one.why()).contains("npm-token", "token"));
  }

  @Test
  void aClassThatIsKnownToBeMissingIsARefusal() {
    cluster.runtimeClasses = new Lookup.Found<>(Map.of());
    assertThat(outlook("").verdict())
        .isInstanceOfSatisfying(
            Outlook.Refused.class,
            refused ->
                assertThat(refused.refusal().reason()).isEqualTo(Reason.RuntimeClassMissing));
  }

  @Test
  void aNodeWithoutACertificateIsWaitedForAndWhatComesThenIsTold() {
    cluster.certificates = new Lookup.Found<>(Map.of());

    Outlook outlook = outlook("");

    assertThat(outlook.verdict())
        .isInstanceOfSatisfying(
            Outlook.Waits.class,
            waits -> {
              assertThat(waits.waiting().reason()).isEqualTo(Reason.NodeNotCertified);
              assertThat(waits.then()).isPresent();
            });
    assertThat(String.join("\n", PlanText.lines(outlook)))
        .contains("would wait: NodeNotCertified", "NetworkPolicy gbx-hello-");
  }

  @Test
  void aFullNamespaceIsWaitedForUnderTheCertificatesThatThereAre() {
    cluster.policySpec += "maxActiveTasksPerNamespace: 1\n";
    cluster.tasks = new Lookup.Found<>(List.of(another()));

    assertThat(outlook("").verdict())
        .isInstanceOfSatisfying(
            Outlook.Waits.class,
            waits -> {
              assertThat(waits.waiting().reason()).isEqualTo(Reason.QuotaExceeded);
              assertThat(waits.then().orElseThrow().guestKernels()).containsExactly("4.4.0-seen");
            });
  }

  @Test
  void whatKeepsEverythingFromBeingReleasedIsAWait() {
    cluster.nothingReleased = new Lookup.Found<>(Optional.of("a policy is not bound"));
    assertThat(outlook("").verdict())
        .isInstanceOfSatisfying(
            Outlook.Waits.class,
            waits -> assertThat(waits.waiting().message()).contains("a policy is not bound"));
  }

  @Test
  void theTextHoldsNamesOfVariablesAndNeverValues() {
    String text =
        String.join("\n", PlanText.lines(outlook("env: [{name: API_KEY, value: hunter2}]")));
    assertThat(text).contains("API_KEY").doesNotContain("hunter2");
  }

  private static SandboxTask another() {
    var task = new SandboxTask();
    task.setMetadata(
        new ObjectMetaBuilder()
            .withName("another")
            .withNamespace("agents")
            .withUid("another")
            .withCreationTimestamp("2026-01-01T00:00:00Z")
            .build());
    return task;
  }
}
