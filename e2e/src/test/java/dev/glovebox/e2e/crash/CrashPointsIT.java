package dev.glovebox.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.e2e.cluster.AuditLog;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.operator.OperatorProcess;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * The operator dies before, and right after, each single write of a task's life; or it is stopped,
 * and the write arrives late. Which writes there are is what undisturbed tasks' were. It is started
 * again, or another takes over, and finishes the task: with the same status, the same objects, one
 * start of its process, and nothing left in the end.
 */
@OnCluster
@Tag("local-node")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CrashPointsIT {
  /**
   * Until a task has ended: finalizer, policy, pod, claim, the pod's UID, release, Running, and how
   * it ended.
   */
  private static final List<String> UNTIL_ENDED =
      List.of(
          "patch sandboxtasks",
          "create networkpolicies",
          "create pods",
          "create persistentvolumeclaims",
          "update sandboxtasks/status",
          "patch pods",
          "update sandboxtasks/status",
          "update sandboxtasks/status");

  /** Until it is destroyed; the last takes the finalizer off. */
  private static final List<String> TO_DESTROY =
      List.of(
          "delete pods",
          "delete persistentvolumeclaims",
          "delete networkpolicies",
          "patch sandboxtasks");

  private static Population population;
  private static Round late;
  private static OperatorProcess stopped;

  @BeforeAll
  static void open(Cluster cluster) {
    population = new Population(cluster);
    population.begin();
  }

  @AfterAll
  static void close() {
    if (population != null) {
      population.close();
    }
  }

  @Test
  @Order(1)
  void theWritesOfAnUndisturbedTaskAreThoseOfTheDesign() {
    var undisturbed = population.undisturbed(Fate.SUCCEEDS);
    assertThat(undisturbed.writes()).isEqualTo(UNTIL_ENDED);
    assertThat(population.toDestroy()).isEqualTo(TO_DESTROY);
    for (Fate fate : Fate.values()) {
      var one = population.undisturbed(fate);
      assertThat(one.state().watchInterrupted() && !replicas().missedSome())
          .as("%s", one.mortal())
          .isFalse();
      if (fate.starts() && fate != Fate.ISOLATION_LOST) {
        assertThat(one.mortal().task().getStatus().terminationMessage())
            .as("starts as the process saw them: %s", one.mortal())
            .isEqualTo("start\n");
      }
    }
  }

  @TestFactory
  @Order(2)
  Stream<DynamicTest> aTaskWhoseOperatorDiesBeforeAWriteAndIsStartedAgainEndsUndisturbed() {
    return tests(new Round(population, Point.Side.BEFORE), replicas()::restartLeader);
  }

  @TestFactory
  @Order(3)
  Stream<DynamicTest> aTaskWhoseOperatorDiesAfterAWriteAndIsStartedAgainEndsUndisturbed() {
    return tests(new Round(population, Point.Side.AFTER), replicas()::restartLeader);
  }

  @TestFactory
  @Order(4)
  Stream<DynamicTest> aTaskWhoseLeaderDiesBeforeAWriteEndsUndisturbedUnderTheNext() {
    replicas().await(2);
    return tests(new Round(population, Point.Side.BEFORE), replicas()::killLeader);
  }

  @TestFactory
  @Order(5)
  Stream<DynamicTest> aTaskWhoseLeaderDiesAfterAWriteEndsUndisturbedUnderTheNext() {
    replicas().await(2);
    return tests(new Round(population, Point.Side.AFTER), replicas()::killLeader);
  }

  @TestFactory
  @Order(6)
  Stream<DynamicTest> aTaskWhoseLeaderIsStoppedPastItsLeaseEndsUndisturbedUnderTheNext() {
    replicas().await(2);
    late = new Round(population, Point.Side.LATE);
    return tests(late, () -> stopped = replicas().stopLeader());
  }

  @Test
  @Order(7)
  void whatAStoppedLeaderSendsAfterAnotherHasTakenOverChangesNothingAndItEnds() {
    Instant when = Instant.now();
    List<Standstill.Late> answers = population.standstill().deliver();
    assertThat(answers)
        .extracting(answer -> answer.call().what())
        .containsAll(UNTIL_ENDED)
        .containsAll(TO_DESTROY);
    // To tell a pod to end that was told already is no change; it may do so once more itself.
    String told = late.at(Fate.CANCELLED, Fate.END_POD).workplace().namespace();
    assertThat(answers)
        .allSatisfy(answer -> assertThat(answer.code()).isIn(200, 404, 409, 422))
        .filteredOn(answer -> answer.code() == 200)
        .allMatch(answer -> answer.call().namespace().equals(told));
    stopped.resume();
    assertThat(stopped.exitCode()).as(stopped.output()).isEqualTo(1);
    assertThat(stopped.output()).contains("it lost Lease");
    assertThat(writesSince(when))
        .as("what the server took")
        .allMatch(request -> request.namespace().equals(told))
        .allMatch(request -> "patch pods".equals(request.verb() + " " + request.resource()));
    population.look(late.ending().stream().map(Round.Ending::mortal).toList());
    late.ending().forEach(late::assertEndedUndisturbed);
    late.destroyed().forEach(Round::assertNothingIsLeft);
  }

  private static Replicas replicas() {
    return population.lives().replicas();
  }

  private static Stream<DynamicTest> tests(Round round, Runnable death) {
    round.run(death);
    return Stream.concat(
        round.ending().stream()
            .map(one -> DynamicTest.dynamicTest("" + one, () -> round.assertEndedUndisturbed(one))),
        round.destroyed().stream()
            .map(
                one ->
                    DynamicTest.dynamicTest(
                        "destroyed, " + one.point(), () -> Round.assertNothingIsLeft(one))));
  }

  @Test
  @Order(8)
  void everyObjectOfATaskThatStartedWasMadeOnceAndAllAreDestroyed() {
    population.destroyTheRest();
    Set<String> started =
        population.all().stream()
            .filter(mortal -> mortal.fate().starts())
            .map(mortal -> mortal.workplace().namespace())
            .collect(Collectors.toSet());
    for (String resource : List.of("networkpolicies", "pods", "persistentvolumeclaims")) {
      var made =
          writesSince(Instant.MIN).stream()
              .filter(request -> started.contains(request.namespace()))
              .filter(r -> r.verb().equals("create") && r.resource().equals(resource))
              .map(request -> request.namespace() + "/" + request.name())
              .toList();
      assertThat(made).as("%s", resource).hasSizeGreaterThan(50).doesNotHaveDuplicates();
    }
  }

  /** What the operators have changed for tasks, by the server's word. */
  private static List<AuditLog.Request> writesSince(Instant when) {
    Set<String> namespaces =
        population.all().stream()
            .map(mortal -> mortal.workplace().namespace())
            .collect(Collectors.toSet());
    return new AuditLog(population.all().getFirst().workplace().cluster().localNode().auditLog())
        .writesBy(Lives.OPERATOR).stream()
            .filter(request -> namespaces.contains(request.namespace()))
            .filter(request -> !request.resource().equals("events"))
            .filter(request -> request.code() < 300 && request.when().isAfter(when))
            .toList();
  }
}
