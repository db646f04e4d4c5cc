package dev.glovebox.e2e.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Some tasks, each of which stands still at another write of its life. When all do their operator
 * dies, once for all, and another goes on.
 */
final class Round {
  /** One that is to end. */
  record Ending(Point point, Mortal mortal) {
    @Override
    public String toString() {
      return mortal.fate() + ", " + point;
    }
  }

  /** What was so when the operator died. */
  private record AtDeath(
      boolean over, boolean released, boolean reasonOnRecord, List<String> writes) {
    static AtDeath of(Mortal mortal, Standstill standstill) {
      return new AtDeath(
          mortal.isOver(),
          mortal.isReleased(),
          mortal.hasReason(),
          standstill.seen(mortal.workplace().namespace()));
    }
  }

  private final Population population;
  private final Point.Side side;
  private final List<Ending> ending = new ArrayList<>();
  private final List<Ending> destroyed = new ArrayList<>();
  private final Map<Mortal, AtDeath> atDeath = new HashMap<>();
  private Instant death;

  Round(Population population, Point.Side side) {
    this.population = population;
    this.side = side;
  }

  /** Those that are to end, at each write of theirs. */
  List<Ending> ending() {
    return ending;
  }

  /** Those that are to be destroyed, at each write of that. */
  List<Ending> destroyed() {
    return destroyed;
  }

  /** The one that is to end and stands at a write; there must be one. */
  Mortal at(Fate fate, String write) {
    return ending.stream()
        .filter(one -> one.mortal().fate() == fate && one.point().write().equals(write))
        .findFirst()
        .orElseThrow()
        .mortal();
  }

  /**
   * Lets all come to their point, and the operator die.
   *
   * @param death ends or stops the operator that leads, and starts another
   */
  void run(Runnable death) {
    open();
    // Those whose process must run first: the others have not far to go, and none stands long.
    List<Ending> slow = ending.stream().filter(Round::comesLate).toList();
    slow.forEach(this::begin);
    awaitStandstill();
    ending.stream().filter(one -> !comesLate(one)).forEach(this::begin);
    for (Ending one : destroyed) {
      count(one);
      one.mortal().delete();
    }
    awaitStandstill();
    List<Mortal> mortals = ending.stream().map(Ending::mortal).toList();
    population.look(mortals);
    mortals.forEach(m -> atDeath.put(m, AtDeath.of(m, population.standstill())));
    death.run();
    this.death = Instant.now();
    population.standstill().goOn();
    population.await(
        "all end and are destroyed",
        mortals,
        () ->
            mortals.stream().allMatch(Mortal::isSettled)
                && destroyed.stream().map(Ending::mortal).allMatch(Mortal::isGone));
    mortals.stream().filter(m -> m.fate() == Fate.SUCCEEDS).forEach(population.succeeded()::add);
  }

  private void open() {
    List<Fate> fates = new ArrayList<>();
    List<Point> points = new ArrayList<>();
    for (Fate fate : Fate.values()) {
      for (Point point : fate.points(side, population.undisturbed(fate).writes())) {
        fates.add(fate);
        points.add(point);
      }
    }
    List<Mortal> mortals = population.open(fates);
    for (int i = 0; i < points.size(); i++) {
      ending.add(new Ending(points.get(i), mortals.get(i)));
    }
    for (Point point : Point.each(side, population.toDestroy())) {
      destroyed.add(new Ending(point, population.succeeded().remove()));
    }
  }

  private static boolean comesLate(Ending one) {
    String write = one.point().write();
    return one.mortal().fate().starts()
        && (one.mortal().fate() != Fate.SUCCEEDS
            || (write.equals(Fate.STATUS) && one.point().occurrence() > 1));
  }

  private void begin(Ending one) {
    count(one);
    one.mortal().begin();
  }

  private void count(Ending one) {
    population.standstill().count(one.mortal().workplace().namespace(), one.point());
  }

  private void awaitStandstill() {
    population.await(
        "each stands still at its write",
        ending.stream().map(Ending::mortal).toList(),
        () -> population.standstill().underWay().isEmpty());
  }

  /** It has ended as if nothing had been. */
  void assertEndedUndisturbed(Ending one) {
    Mortal mortal = one.mortal();
    SandboxTaskStatus status = mortal.task().getStatus();
    String reason = status.reason() == null ? "" : status.reason();
    if (reason.equals("PodDeleted") && killedBeforeItWasOnRecord(mortal)) {
      return;
    }
    assertThat(status.phase() + "/" + reason).as("%s", status).isEqualTo(mortal.fate().end());
    EndState state = EndState.of(mortal.workplace(), mortal.task());
    assertThat(state.text())
        .as("%s", status)
        .isEqualTo(population.undisturbed(mortal.fate()).state().text());
    if (EndState.isKilled(mortal.task())) {
      assertThat(status.exitCode()).as("%s", status).isIn(null, 137, 143);
      assertThat(status.terminationMessage())
          .as("%s", status)
          .isEqualTo(status.exitCode() == null ? null : "start\n");
    }
    assertThat(state.watchInterrupted())
        .as(
            "whether nobody watched it for a while, died %s: %s%n%s",
            death, status, population.lives().replicas().ofWatches())
        .isIn(interruption(mortal, status));
    if (mortal.fate().starts()) {
      assertThat(Lives.starts(mortal.workplace(), mortal.task()))
          .as("starts, by the process's word on its volume: %s", status)
          .isEqualTo("start\n");
    }
  }

  /**
   * Whether the pod was deleted because its isolation is lost, and the operator died before the
   * server had the reason: it does not wait for long before it deletes the pod.
   */
  private boolean killedBeforeItWasOnRecord(Mortal mortal) {
    AtDeath then = atDeath.get(mortal);
    return mortal.fate() == Fate.ISOLATION_LOST
        && !then.reasonOnRecord()
        && then.writes().contains("delete pods");
  }

  /** What may be true: both, when the new operator may have been there before the process was. */
  private List<Boolean> interruption(Mortal mortal, SandboxTaskStatus status) {
    AtDeath then = atDeath.get(mortal);
    if (then.over() || !then.released()) {
      return population.lives().replicas().missedSome() ? List.of(true, false) : List.of(false);
    }
    boolean ran =
        Instant.parse(status.runningTime()).isBefore(death.truncatedTo(ChronoUnit.SECONDS));
    return ran ? List.of(true) : List.of(true, false);
  }

  /** It has gone as if nothing had been. */
  static void assertNothingIsLeft(Ending one) {
    Mortal mortal = one.mortal();
    Lives.assertNothingIsLeft(mortal.workplace(), mortal.task(), mortal.volume());
  }
}
