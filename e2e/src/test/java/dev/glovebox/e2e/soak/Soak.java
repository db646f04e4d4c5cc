package dev.glovebox.e2e.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.e2e.cluster.Checkout;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Not found by {@code mvn verify}, for its name ends in neither IT nor Test: {@code e2e/soak} names
 * it. On a cluster of its own, because what is on it afterwards is compared with what was before.
 */
@OnCluster(up = "--nodes 1")
@Tag("local-node")
class Soak {
  /** Four make the node's two processors busy, and not so busy that all else waits. */
  private static final int USERS = Integer.getInteger("glovebox.soak.users", 4);

  private static final long SEED = Long.getLong("glovebox.soak.seed", 1);
  private static final Path RECORD = Checkout.file(".build/soak");

  private static final int CERTIFICATIONS = 3;
  private static final Duration LAST_TASKS = Duration.ofMinutes(15);

  /** The kubelet takes what is left of a dead container away once a minute. */
  private static final Duration SETTLED = Duration.ofMinutes(4);

  @Test
  void everyTaskEndsRightAndNothingStays(Cluster cluster) throws InterruptedException {
    Duration duration = duration(System.getProperty("glovebox.soak.duration", "1h"));
    var inventory = new Inventory(cluster);
    new Operators(cluster).prepare();
    try (Workplace workplace = Workplace.open(cluster, "soak")) {
      Fault.startPolicyEngine(cluster, workplace.busybox());
      certify(workplace);
      Traces before = settled(inventory, now -> now.ofPodsThatAreGone().isEmpty());

      say("%d users make tasks for %d s, seed %d".formatted(USERS, duration.toSeconds(), SEED));
      Tally tally = tasksAndFaults(cluster, workplace, duration);
      say("what they have left is looked for");
      Traces after =
          settled(
              inventory,
              now -> now.leakedObjects(before).isEmpty() && now.leakedEntries(before).isEmpty());
      Judgement judgement =
          tally.judgement(USERS, names(Kind.all()), names(Fault.all()), before, after);
      write(RECORD.resolve("operator.log"), new Operators(cluster).logs().lines().toList());
      write(RECORD.resolve("report.txt"), judgement.report().lines().toList());
      judgement.report().lines().forEach(Soak::say);
      assertThat(judgement.complaints()).isEmpty();
    }
  }

  /**
   * A first task has the node certified; what that leaves is no leak. The engine's pod may take the
   * certificate away once more when it starts.
   */
  private static void certify(Workplace workplace) {
    String seen = "";
    for (int i = 1; i <= CERTIFICATIONS && !seen.equals("Succeeded"); i++) {
      workplace.script("first-" + i, "true", "resources: {cpu: 200m, memory: 128Mi}");
      seen = Looks.seen(workplace.finished("first-" + i));
      workplace.delete("first-" + i);
    }
    assertThat(seen).as("the first task").isEqualTo("Succeeded");
  }

  private static Tally tasksAndFaults(Cluster cluster, Workplace workplace, Duration duration)
      throws InterruptedException {
    var tally = new Tally(System.nanoTime() + duration.toNanos());
    String busybox = workplace.busybox();
    try (var users = Executors.newFixedThreadPool(USERS)) {
      for (int i = 0; i < USERS; i++) {
        users.execute(new Load(workplace, busybox, new Random(SEED + i), tally));
      }
      new Disturbance(cluster, busybox, tally, duration, RECORD).run();
      say("no more tasks are made; the last ones end");
      users.shutdown();
      if (!users.awaitTermination(LAST_TASKS.toMinutes(), TimeUnit.MINUTES)) {
        tally.broken("tasks of the users still run");
        users.shutdownNow();
      }
    }
    return tally;
  }

  /** What there is when it is as it should be, or patience ends. */
  private static Traces settled(Inventory inventory, Predicate<Traces> good)
      throws InterruptedException {
    long end = System.nanoTime() + SETTLED.toNanos();
    Traces now = inventory.now();
    while (System.nanoTime() < end && !good.test(now)) {
      Thread.sleep(5_000);
      now = inventory.now();
    }
    return now;
  }

  private static <E extends Enum<E>> Set<String> names(List<E> constants) {
    return constants.stream().map(Enum::name).collect(Collectors.toSet());
  }

  /** 90s, 10m or 1h. */
  static Duration duration(String text) {
    return Duration.parse("PT" + text);
  }

  /** A line that {@code e2e/soak} shows. */
  static void say(String line) {
    System.out.println("soak: " + line);
  }

  /** Into the record, which stays when the cluster is gone. */
  static void write(Path file, List<String> lines) {
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
