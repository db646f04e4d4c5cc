package dev.glovebox.e2e.crash;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** All tasks, and what those were like to whose operator nothing happened. */
final class Population implements AutoCloseable {
  /** A dozen sandboxes, on a busy machine. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final int AT_ONCE = 3;

  private static final Duration LOOKS = Duration.ofMillis(250);

  /** What the end of a task needs, from its creation on, and leaves. */
  record Undisturbed(Mortal mortal, List<String> writes, EndState state) {}

  private final Cluster cluster;
  private final Lives lives;
  private final Standstill standstill = new Standstill();
  private final Map<Fate, Undisturbed> undisturbed = new EnumMap<>(Fate.class);
  private final List<Mortal> all = new ArrayList<>();

  /** They have succeeded, and wait for their destruction. */
  private final Deque<Mortal> succeeded = new ArrayDeque<>();

  private List<String> toDestroy = List.of();

  /** Takes the operator's place. */
  Population(Cluster cluster) {
    this.cluster = cluster;
    this.lives = Lives.open(cluster);
  }

  Lives lives() {
    return lives;
  }

  Standstill standstill() {
    return standstill;
  }

  Undisturbed undisturbed(Fate fate) {
    return undisturbed.get(fate);
  }

  /** Writes of an undisturbed destruction. */
  List<String> toDestroy() {
    return toDestroy;
  }

  Deque<Mortal> succeeded() {
    return succeeded;
  }

  List<Mortal> all() {
    return all;
  }

  /** Starts the first operator, and lets one task of each fate live, and one go, undisturbed. */
  void begin() {
    lives.begin(cluster);
    lives.proxy().fault(standstill);
    List<Mortal> first = open(List.of(Fate.values()));
    first.forEach(mortal -> standstill.count(mortal.workplace().namespace(), null));
    List<Mortal> more = open(List.of(Fate.SUCCEEDS, Fate.SUCCEEDS, Fate.SUCCEEDS, Fate.SUCCEEDS));
    // What is compared with must not have waited for a processor.
    live(first.subList(0, AT_ONCE));
    live(first.subList(AT_ONCE, first.size()));
    for (Mortal mortal : first) {
      List<String> writes = standstill.seen(mortal.workplace().namespace());
      undisturbed.put(
          mortal.fate(),
          new Undisturbed(mortal, writes, EndState.of(mortal.workplace(), mortal.task())));
    }
    live(more);
    succeeded.addAll(more);
    Mortal dies = undisturbed(Fate.SUCCEEDS).mortal();
    standstill.count(dies.workplace().namespace(), null);
    dies.delete();
    await("is destroyed", List.of(dies), dies::isGone);
    toDestroy = standstill.seen(dies.workplace().namespace());
    standstill.goOn();
  }

  private void live(List<Mortal> mortals) {
    mortals.forEach(Mortal::begin);
    await("all settle", mortals, () -> mortals.stream().allMatch(Mortal::isSettled));
  }

  /** New ones, not begun yet. */
  List<Mortal> open(Collection<Fate> fates) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<CompletableFuture<Mortal>> opened =
          fates.stream()
              .map(
                  fate ->
                      CompletableFuture.supplyAsync(
                          () -> new Mortal(fate, Workplace.open(cluster, "mortal")), threads))
              .toList();
      List<Mortal> mortals = opened.stream().map(CompletableFuture::join).toList();
      all.addAll(mortals);
      return mortals;
    }
  }

  /** Looks at the tasks again and again, so that they live on, until something holds. */
  void await(String what, Collection<Mortal> mortals, BooleanSupplier condition) {
    try {
      Awaitility.await(what)
          .atMost(PATIENCE)
          .pollInterval(LOOKS)
          .until(
              () -> {
                look(mortals);
                return condition.getAsBoolean();
              });
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          "not within %s: %s; under way: %s%n%s"
              .formatted(
                  PATIENCE,
                  what,
                  standstill.underWay(),
                  mortals.stream().map(String::valueOf).collect(Collectors.joining("\n"))),
          e);
    }
  }

  /** Looks at the tasks once. */
  void look(Collection<Mortal> mortals) {
    Map<String, SandboxTask> now =
        cluster.client().resources(SandboxTask.class).inAnyNamespace().list().getItems().stream()
            .filter(task -> task.getMetadata().getName().equals(Lives.TASK))
            .collect(Collectors.toMap(t -> t.getMetadata().getNamespace(), Function.identity()));
    for (Mortal mortal : mortals) {
      SandboxTask task = now.get(mortal.workplace().namespace());
      if (task != null) {
        mortal.look(task);
      }
    }
  }

  /** Destroys every task that is left, undisturbed. */
  void destroyTheRest() {
    all.forEach(Mortal::delete);
    await("all are destroyed", List.of(), () -> all.stream().allMatch(Mortal::isGone));
    all.forEach(m -> Lives.assertNothingIsLeft(m.workplace(), m.task(), m.volume()));
  }

  @Override
  public void close() {
    lives.close();
    all.forEach(mortal -> mortal.workplace().close());
  }
}
