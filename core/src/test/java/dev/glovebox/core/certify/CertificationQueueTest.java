package dev.glovebox.core.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.RuntimeKind;
import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Facts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

class CertificationQueueTest {
  private static final CertificationQueue.Limits LIMITS = new CertificationQueue.Limits(2, 30);
  private static final List<String> REASONS =
      List.of(
          Certification.CERTIFIED,
          Certification.CERTIFIED,
          Certification.INCONCLUSIVE,
          Certification.NOT_ENFORCED,
          "SharedKernel");

  private final TestNodes nodes = new TestNodes();

  private static List<Facts.NodeFacts> named(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> TestNodes.node("node-%04d".formatted(i)))
        .toList();
  }

  private static CertificationDemand demand(
      List<Facts.NodeFacts> usable, int activeTasks, Set<String> live) {
    return new CertificationDemand(
        TestNodes.GVISOR, RuntimeKind.GVisor, List.of(), usable, activeTasks, live);
  }

  private List<String> next(List<Facts.NodeFacts> usable, int activeTasks, String... live) {
    return CertificationQueue.next(
            List.of(demand(usable, activeTasks, Set.of(live))),
            nodes.facts(usable),
            Set.of(),
            0,
            List.of(),
            new CertificationQueue.Limits(100, 100))
        .stream()
        .map(subject -> subject.node().name())
        .toList();
  }

  /** Runs until nothing is wanted any more; each certification ends with this verdict. */
  private int certifiedOfAThousand(int activeTasks, String verdict) {
    List<Facts.NodeFacts> thousand = named(1000);
    List<Instant> starts = new ArrayList<>();
    for (int second = 0; second < 600; second++) {
      for (Subject subject :
          CertificationQueue.next(
              List.of(demand(thousand, activeTasks, Set.of())),
              nodes.facts(thousand),
              Set.of(),
              0,
              starts,
              LIMITS)) {
        starts.add(nodes.now);
        nodes.verdict(subject.node().name(), verdict, Duration.ZERO);
      }
      nodes.now = nodes.now.plusSeconds(1);
    }
    return starts.size();
  }

  @Test
  void aThousandNodesAndOneTaskAreThreeCertifications() {
    assertThat(certifiedOfAThousand(1, Certification.CERTIFIED)).isEqualTo(3);
  }

  @Test
  void aThousandNodesThatAreAllRefutedAreTriedAtMostThirtyAMinute() {
    assertThat(certifiedOfAThousand(1, Certification.NOT_ENFORCED)).isBetween(250, 310);
  }

  @Test
  void moreTasksGetMoreNodesButNeverMoreThanThereAre() {
    assertThat(next(named(10), 4)).hasSize(6);
    assertThat(next(named(3), 400)).hasSize(3);
  }

  @Test
  void whatHoldsIsKeptAndRenewedBeforeAnyOtherNodeIsTried() {
    List<Facts.NodeFacts> usable = named(10);
    for (String held : List.of("node-0007", "node-0008", "node-0009")) {
      nodes.verdict(held, Certification.CERTIFIED, Duration.ofMinutes(12));
    }
    assertThat(next(usable, 1)).containsExactly("node-0007", "node-0008", "node-0009");
  }

  @Test
  void aNodeOnWhichATaskRunsIsRenewedHoweverManyOthersHold() {
    List<Facts.NodeFacts> usable = named(10);
    usable.forEach(node -> nodes.verdict(node.name(), Certification.CERTIFIED, Duration.ZERO));
    nodes.verdict("node-0009", Certification.CERTIFIED, Duration.ofMinutes(12));
    assertThat(next(usable, 1)).isEmpty();
    assertThat(next(usable, 1, "node-0009")).containsExactly("node-0009");
  }

  @Test
  void anUntriedNodeComesBeforeOneThatWasRefuted() {
    nodes.verdict("node-0000", Certification.NOT_ENFORCED, Duration.ofMinutes(5));
    assertThat(next(named(5), 0)).containsExactly("node-0001", "node-0002");
  }

  @Property(tries = 2000)
  void limitsHoldAndAVerdictThatStandsIsNeverMadeAgain(
      @ForAll @IntRange(min = 0, max = 40) int count,
      @ForAll @IntRange(min = 0, max = 60) int activeTasks,
      @ForAll @IntRange(min = 0, max = 5) int running,
      @ForAll @IntRange(min = 0, max = 40) int recently,
      @ForAll long seed) {
    var random = new Random(seed);
    List<Facts.NodeFacts> usable = named(count);
    Set<String> busy = new HashSet<>();
    Set<String> live = new HashSet<>();
    for (Facts.NodeFacts node : usable) {
      if (random.nextInt(4) > 0) {
        nodes.verdict(
            node.name(),
            REASONS.get(random.nextInt(REASONS.size())),
            Duration.ofSeconds(random.nextInt(1000)));
      }
      if (random.nextInt(8) == 0) {
        busy.add(Certification.name(node.name(), "gvisor"));
      }
      if (random.nextInt(5) == 0) {
        live.add(node.name());
      }
    }
    List<Instant> starts =
        IntStream.range(0, recently)
            .mapToObj(i -> TestNodes.NOW.minusSeconds(random.nextInt(90)))
            .toList();
    long lastMinute =
        starts.stream().filter(s -> s.isAfter(TestNodes.NOW.minusSeconds(60))).count();
    Facts facts = nodes.facts(usable);

    List<Subject> next =
        CertificationQueue.next(
            List.of(demand(usable, activeTasks, live), demand(usable, 1, Set.of())),
            facts,
            busy,
            running,
            starts,
            LIMITS);

    assertThat(running + next.size()).isLessThanOrEqualTo(Math.max(running, LIMITS.concurrent()));
    assertThat(lastMinute + next.size())
        .isLessThanOrEqualTo(Math.max(lastMinute, LIMITS.startsPerMinute()));
    assertThat(next).doesNotHaveDuplicates();
    for (Subject subject : next) {
      assertThat(busy).doesNotContain(subject.name());
      assertThat(Certification.due(subject.node(), subject.runtimeClass(), facts)).isTrue();
    }
    Statistics.label("begun").collect(next.size());
  }
}
