package dev.glovebox.e2e.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.operator.OperatorAbsence;
import dev.glovebox.e2e.reason.Shows;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One fault of the API server at a time, at the call where it could do most harm. */
@OnCluster
@Tag("local-node")
class ChosenFaultIT {
  private static final String SMALL =
      "resources: {cpu: 50m, memory: 96Mi, ephemeralStorage: 32Mi}\nworkspace: {size: 8Mi}\n";
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Answer FORWARD = new Answer.Forward();

  private static OperatorAbsence absence;
  private static Workplace workplace;
  private static TaskRecord record;
  private static ApiServerProxy proxy;
  private static RestartedOperator operator;

  /** It starts behind a server that refuses the first list and the first watch of everything. */
  @BeforeAll
  static void open(Cluster cluster) {
    absence = OperatorAbsence.begin(cluster);
    workplace = Workplace.open(cluster, "chosen-fault");
    record = new TaskRecord(workplace);
    Set<String> refused = ConcurrentHashMap.newKeySet();
    proxy =
        ApiServerProxy.start(
            cluster,
            call ->
                Set.of("list", "watch").contains(call.verb()) && refused.add(call.what())
                    ? new Answer.Refuse(500, "InternalError")
                    : FORWARD);
    operator = RestartedOperator.start(cluster, proxy.url());
    operator.ready();
    assertThat(refused).contains("list sandboxtasks", "list pods", "watch persistentvolumes");
  }

  @AfterAll
  static void close() throws Exception {
    // The last first, and each whatever became of the others.
    try (AutoCloseable restored = closeable(absence);
        AutoCloseable gone = closeable(workplace);
        AutoCloseable unseen = closeable(record);
        AutoCloseable shut = closeable(proxy);
        AutoCloseable ended = closeable(operator)) {
      assertThat(List.of(restored, gone, unseen, shut, ended)).isNotEmpty();
    }
  }

  private static AutoCloseable closeable(AutoCloseable one) {
    return one == null ? () -> {} : one;
  }

  @AfterEach
  void noFault() {
    proxy.fault(Fault.NONE);
    assertThat(operator.ends()).as("the operator has not ended").isEmpty();
  }

  private static Answer once(AtomicInteger times, boolean here, Answer answer) {
    return here && times.getAndIncrement() == 0 ? answer : FORWARD;
  }

  private static Predicate<Call> of(String what, String task) {
    return call -> call.what().equals(what) && call.name().startsWith("gbx-" + task + "-");
  }

  /** Made under the fault; ends well, having started once. */
  private static void succeeds(String name) {
    SandboxTask task = workplace.finished(name);
    assertThat(task.getStatus().phase().name()).as("%s", task.getStatus()).isEqualTo("Succeeded");
    assertThat(record.starts(task.getMetadata().getUid())).as("starts").hasSize(1);
    assertThat(workplace.log(task).lines()).containsOnlyOnce("start");
  }

  private static void create(String name, String work) {
    workplace.script(name, "echo start; " + work, SMALL);
  }

  @Test
  void theStartSurvivesAServerThatRefusesTheFirstListAndWatchOfEverything() {
    create("plain", "true");
    succeeds("plain");
    assertThat(operator.ends()).isEmpty();
  }

  @Test
  void aReleaseWhoseAnswerIsLostIsOneRelease() {
    var times = new AtomicInteger();
    proxy.fault(
        call ->
            once(times, of("patch pods", "lost").test(call), new Answer.ForwardThenLose(() -> {})));
    create("lost", "true");
    succeeds("lost");
    assertThat(times).as("it was lost").hasPositiveValue();
  }

  @Test
  void everyWriteOfATaskMayBeDoneAndItsAnswerLost() {
    Set<String> lost = ConcurrentHashMap.newKeySet();
    proxy.fault(
        call ->
            call.writes()
                    && !Set.of("leases", "events").contains(call.resource())
                    && lost.add(call.what())
                ? new Answer.ForwardThenLose(() -> {})
                : FORWARD);
    create("every", "true");
    succeeds("every");
    workplace.delete("every");
    assertThat(lost)
        .contains(
            "patch sandboxtasks",
            "create networkpolicies",
            "create pods",
            "create persistentvolumeclaims",
            "update sandboxtasks/status",
            "patch pods",
            "delete pods",
            "delete persistentvolumeclaims",
            "delete networkpolicies");
  }

  /** The watch of all tasks' pods expires, and the list after that is answered so. */
  private static void expirePodsWatch(Answer list) {
    var expired = new AtomicInteger();
    var listed = new AtomicInteger();
    proxy.fault(
        call -> {
          if (!call.resource().equals("pods") || !call.namespace().isEmpty()) {
            return FORWARD;
          }
          return switch (call.verb()) {
            case "watch" -> once(expired, true, new Answer.ExpireWatch());
            case "list" -> once(listed, expired.get() > 0, list);
            default -> FORWARD;
          };
        });
    proxy.cutWatches("pods");
    await("the pods are listed anew").atMost(PATIENCE).until(() -> listed.get() > 0);
  }

  @Test
  void aPodsWatchThatExpiresIsListedAnew() {
    create("gone", "sleep 8");
    workplace.inPhase("gone", "Running");
    expirePodsWatch(FORWARD);
    succeeds("gone");
  }

  @Test
  void aListOfPodsFromBeforeTheyWereThereStartsNothingTwiceAndEndsNothing() {
    expirePodsWatch(FORWARD);
    create("old-runs", "sleep 8");
    workplace.inPhase("old-runs", "Running");
    int before = proxy.answers().getOrDefault("Stale", 0);
    expirePodsWatch(new Answer.Stale());
    create("old-next", "true");
    succeeds("old-next");
    succeeds("old-runs");
    assertThat(proxy.answers().getOrDefault("Stale", 0)).as("old lists").isEqualTo(before + 1);
  }

  @Test
  void tooManyRequestsWithRetryAfterIsObeyed() {
    Duration asked = Duration.ofSeconds(4);
    List<Long> sent = new CopyOnWriteArrayList<>();
    var times = new AtomicInteger();
    proxy.fault(
        call -> {
          if (call.what().equals("create pods")) {
            sent.add(System.nanoTime());
            return once(times, true, new Answer.Refuse(429, "TooManyRequests", Optional.of(asked)));
          }
          return FORWARD;
        });
    create("busy", "true");
    succeeds("busy");
    assertThat(sent).as("pods that were asked for").hasSize(2);
    assertThat(Duration.ofNanos(sent.get(1) - sent.get(0)))
        .isGreaterThanOrEqualTo(asked.minusMillis(20));
  }

  @Test
  @Shows(Reason.ReadBackFailed)
  void policiesThatMayNotBeListedAreNeverTakenForNone() {
    int before = proxy.calls().size();
    proxy.fault(
        call ->
            call.what().equals("list networkpolicies")
                    && call.namespace().equals(workplace.namespace())
                ? new Answer.Refuse(403, "Forbidden")
                : FORWARD);
    create("blind", "true");
    SandboxTask task = workplace.finished("blind");
    assertThat(task.getStatus().reason()).as("%s", task.getStatus()).isEqualTo("ReadBackFailed");
    assertThat(task.getStatus().phase().name()).isEqualTo("Refused");
    assertThat(record.starts(task.getMetadata().getUid())).isEmpty();
    assertThat(proxy.calls().stream().skip(before))
        .as("the pod was made, and not released")
        .anyMatch(call -> call.what().equals("create pods"))
        .noneMatch(of("patch pods", "blind"));
  }

  @Test
  void oneRequestForTheLeaseWithoutAnAnswerDoesNotLoseIt() {
    var hung = new AtomicInteger();
    var renewed = new AtomicInteger();
    proxy.fault(
        call -> {
          boolean renews = call.resource().equals("leases") && call.writes();
          if (renews && hung.get() > 0) {
            renewed.incrementAndGet();
          }
          return once(hung, renews, new Answer.Hang());
        });
    await().atMost(PATIENCE).until(() -> renewed.get() >= 3 || !operator.ends().isEmpty());
    assertThat(operator.ends()).isEmpty();
  }
}
