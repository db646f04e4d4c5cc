package dev.glovebox.e2e.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.DesiredState;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.operator.OperatorAbsence;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tasks behind an API server that refuses, hangs, forgets to answer and shows what is old: each
 * ends as it would have, none starts twice, nothing is left. Few tasks and one seed, which take
 * about two minutes; the full claim, 200 tasks, is {@code -Dit.test=HostileApiServerIT
 * -Dglovebox.hostile.tasks=40 -Dglovebox.hostile.seeds=1,2,3,4,5}.
 */
@OnCluster
@Tag("local-node")
class HostileApiServerIT {
  private static final int TASKS = Integer.getInteger("glovebox.hostile.tasks", 8);
  private static final String SEEDS = System.getProperty("glovebox.hostile.seeds", "1");

  /** Under gVisor at a time: what two processors carry without a wait that says nothing. */
  private static final int AT_ONCE = 10;

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Set<String> TERMINAL = Set.of("Succeeded", "Failed", "Refused");
  private static final Set<String> KINDS =
      Set.of(
          "Refuse 409",
          "Refuse 410",
          "Refuse 429",
          "Refuse 500",
          "Refuse 503",
          "Hang",
          "Lose",
          "ForwardThenLose",
          "CutWatch",
          "ExpireWatch",
          "Stale");

  /** With fewer tasks the rare kinds may be missing. */
  private static final int ENOUGH_FOR_ALL_KINDS = 100;

  private static final Map<String, Integer> INJECTED = new TreeMap<>();
  private static Cluster cluster;
  private static OperatorAbsence absence;

  @BeforeAll
  static void withoutAnOperatorOfTheClusters(Cluster given) {
    cluster = given;
    absence = OperatorAbsence.begin(cluster);
  }

  @AfterAll
  static void restore() {
    if (absence != null) {
      absence.close();
    }
    System.out.println("faults of all seeds: " + INJECTED);
    if (TASKS * seeds().count() >= ENOUGH_FOR_ALL_KINDS) {
      assertThat(INJECTED.keySet()).as("every kind of fault was there").containsAll(KINDS);
    }
  }

  static LongStream seeds() {
    return Stream.of(SEEDS.split(",")).mapToLong(Long::parseLong);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void everyTaskEndsAsItWouldHaveNoneStartsTwiceAndNothingIsLeft(long seed) throws Exception {
    try (Workplace workplace = Workplace.open(cluster, "hostile-" + seed);
        TaskRecord record = new TaskRecord(workplace);
        ApiServerProxy proxy = ApiServerProxy.start(cluster, new SeededFaults(seed));
        RestartedOperator operator = RestartedOperator.start(cluster, proxy.url())) {
      try {
        operator.ready();
        Leftovers leftovers = Leftovers.before(workplace);
        List<String> wrong = run(workplace, record);
        workplace
            .cluster()
            .client()
            .resources(SandboxTask.class)
            .inNamespace(workplace.namespace())
            .delete();
        wrong.addAll(left(leftovers));
        assertThat(wrong).as("seed %d: %s", seed, proxy.answers()).isEmpty();
        assertThat(proxy.answers().keySet())
            .as("faults of seed %d", seed)
            .filteredOn(KINDS::contains)
            .hasSizeGreaterThan(3);
      } finally {
        proxy.answers().forEach((answer, count) -> INJECTED.merge(answer, count, Integer::sum));
        System.out.printf(
            "seed %d: %d calls %s; the operator ended by itself %d times%n%s%n",
            seed,
            proxy.calls().size(),
            proxy.answers(),
            operator.ends().size(),
            String.join("\n", operator.ends()));
      }
    }
  }

  /** Runs all tasks, some at a time, and says of each that is not right why. */
  private static List<String> run(Workplace workplace, TaskRecord record) throws Exception {
    List<String> wrong = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Future<String>> judged =
          IntStream.range(0, TASKS)
              .mapToObj(number -> threads.submit(() -> judge(number, workplace, record)))
              .toList();
      for (Future<String> one : judged) {
        if (!one.get().isEmpty()) {
          wrong.add(one.get());
        }
      }
    }
    return wrong;
  }

  private static String judge(int number, Workplace workplace, TaskRecord record) {
    TaskKind kind = TaskKind.of(number);
    String name = "t%d".formatted(number);
    SandboxTask task = workplace.script(name, kind.script(), kind.more());
    String end = end(name, kind, workplace, record);
    int starts = record.starts(task.getMetadata().getUid()).size();
    String log = end.equals("gone") || !kind.runs() ? "start" : log(workplace, record.task(name));
    boolean right =
        end.equals(kind.end())
            && starts == (kind.runs() ? 1 : 0)
            && log.lines().filter("start"::equals).count() == 1;
    SandboxTask last = record.task(name);
    return right
        ? ""
        : "%s %s: %s, %d starts, log '%s', %s"
            .formatted(name, kind, end, starts, log, last == null ? "" : last.getStatus());
  }

  private static String end(String name, TaskKind kind, Workplace workplace, TaskRecord record) {
    try {
      if (kind == TaskKind.CANCELLED || kind == TaskKind.DELETED) {
        await(name, record, task -> "Running".equals(phase(task)) || isTerminal(task));
        if (kind == TaskKind.DELETED) {
          workplace.handle(name).delete();
        } else {
          workplace
              .handle(name)
              .patch(
                  PatchContext.of(PatchType.JSON_MERGE),
                  "{\"spec\":{\"desiredState\":\"" + DesiredState.Cancelled + "\"}}");
        }
      }
      if (kind == TaskKind.DELETED) {
        Awaitility.await().atMost(PATIENCE).until(() -> record.task(name) == null);
        return "gone";
      }
      SandboxTaskStatus status = await(name, record, HostileApiServerIT::isTerminal).getStatus();
      return status.phase() + "/" + (status.reason() == null ? "" : status.reason());
    } catch (ConditionTimeoutException e) {
      return "not within " + PATIENCE;
    }
  }

  private static SandboxTask await(String name, TaskRecord record, Predicate<SandboxTask> what) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> record.task(name), task -> task != null && what.test(task));
  }

  private static String log(Workplace workplace, SandboxTask task) {
    return task.getStatus().podName() == null ? "" : workplace.log(task);
  }

  private static boolean isTerminal(SandboxTask task) {
    return TERMINAL.contains(phase(task));
  }

  private static String phase(SandboxTask task) {
    return task.getStatus() == null || task.getStatus().phase() == null
        ? ""
        : task.getStatus().phase().name();
  }

  private static List<String> left(Leftovers leftovers) {
    try {
      return Awaitility.await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofSeconds(1))
          .until(leftovers::now, List::isEmpty);
    } catch (ConditionTimeoutException e) {
      return leftovers.now();
    }
  }
}
