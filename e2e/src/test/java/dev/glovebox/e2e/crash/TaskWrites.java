package dev.glovebox.e2e.crash;

import dev.glovebox.e2e.fault.Answer;
import dev.glovebox.e2e.fault.Call;
import dev.glovebox.e2e.fault.Fault;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The writes for the tasks of a namespace, in the order in which they pass, and a death at one of
 * them. One task at a time: a write is known by its place among those since {@link #begin}.
 */
final class TaskWrites implements Fault {
  /**
   * Until a task has ended: finalizer, policy, pod, claim, the pod's UID, release, Running, and how
   * it ended.
   */
  static final List<String> UNTIL_ENDED =
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
  static final List<String> TO_DESTROY =
      List.of(
          "delete pods",
          "delete persistentvolumeclaims",
          "delete networkpolicies",
          "patch sandboxtasks");

  /** Longer than a cold sandbox takes on a busy machine. */
  private static final long PATIENCE_SECONDS = 90;

  /** Not a task's: design.md counts neither. */
  private static final Set<String> NOT_COUNTED = Set.of("events", "leases");

  private final String namespace;
  private final Runnable kill;
  private final List<String> seen = new ArrayList<>();
  private Point deadly;
  private CompletableFuture<Instant> death = new CompletableFuture<>();

  /**
   * Watches a namespace.
   *
   * @param kill ends the operator that leads, and returns when it has ended
   */
  TaskWrites(String namespace, Runnable kill) {
    this.namespace = namespace;
    this.kill = kill;
  }

  /** Whether it is one of those that design.md counts. */
  static boolean isCounted(Call call, String namespace) {
    return call.writes()
        && call.namespace().equals(namespace)
        && !NOT_COUNTED.contains(call.resource());
  }

  /** Counts anew, and nobody dies. */
  synchronized void begin() {
    seen.clear();
    deadly = null;
  }

  /** Counts anew; the operator will die at this point, once. */
  synchronized void begin(Point point) {
    begin();
    deadly = point;
    death = new CompletableFuture<>();
  }

  /** The writes since the beginning. */
  synchronized List<String> seen() {
    return List.copyOf(seen);
  }

  /** Waits until the operator has died, and returns when that was. */
  Instant death() {
    try {
      return death.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (java.util.concurrent.ExecutionException | java.util.concurrent.TimeoutException e) {
      throw new AssertionError("the operator did not die; its writes were " + seen(), e);
    }
  }

  @Override
  public synchronized Answer judge(Call call) {
    if (!isCounted(call, namespace)) {
      return new Answer.Forward();
    }
    String write = call.what();
    seen.add(write);
    if (deadly == null
        || !write.equals(deadly.write())
        || Collections.frequency(seen, write) != deadly.occurrence()) {
      return new Answer.Forward();
    }
    Point.Side side = deadly.side();
    deadly = null;
    if (side == Point.Side.AFTER) {
      return new Answer.ForwardThenLose(this::die);
    }
    die();
    return new Answer.Lose();
  }

  private void die() {
    try {
      kill.run();
      death.complete(Instant.now());
    } catch (RuntimeException | AssertionError e) {
      death.completeExceptionally(e);
    }
  }
}
