package dev.glovebox.e2e.crash;

import dev.glovebox.e2e.fault.Answer;
import dev.glovebox.e2e.fault.Call;
import dev.glovebox.e2e.fault.Fault;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The writes for the tasks of some namespaces, one task in each, in the order in which they pass.
 * At its {@link Point} a task stands still: nothing more is done for it, while others come to
 * theirs, until all may go on.
 */
final class Standstill implements Fault {
  /** Not a task's: design.md counts neither. */
  private static final Set<String> NOT_COUNTED = Set.of("events", "leases");

  private static final class Writes {
    private final List<String> seen = new ArrayList<>();
    private final Point point;
    private boolean stands;
    private boolean reached;

    Writes(Point point) {
      this.point = point;
    }

    boolean isAtItsPoint() {
      return point != null
          && seen.getLast().equals(point.write())
          && Collections.frequency(seen, point.write()) == point.occurrence();
    }
  }

  /** A write that came late, as the server answered it; code 0 = it could not be sent. */
  record Late(Call call, int code) {}

  private final Map<String, Writes> namespaces = new HashMap<>();
  private final Queue<CompletableFuture<Late>> late = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Void> deliver = new CompletableFuture<>();
  private CompletableFuture<Void> goOn = new CompletableFuture<>();

  /** Counts a namespace's writes anew; at the point, null = none, its task stands still. */
  synchronized void count(String namespace, Point point) {
    namespaces.put(namespace, new Writes(point));
  }

  /** The writes for a namespace since its count began. */
  synchronized List<String> seen(String namespace) {
    return List.copyOf(namespaces.get(namespace).seen);
  }

  /** What has a point and has not come to it: namespaces, points and the writes so far. */
  synchronized List<String> underWay() {
    return namespaces.entrySet().stream()
        .filter(one -> one.getValue().point != null && !one.getValue().reached)
        .map(one -> one.getKey() + " to " + one.getValue().point + ": " + one.getValue().seen)
        .toList();
  }

  /** What is held is lost, or late; what comes from now on passes, and nothing is counted. */
  synchronized void goOn() {
    namespaces.clear();
    goOn.complete(null);
    goOn = new CompletableFuture<>();
  }

  /** What is late arrives now, once and for all. Returns how each was answered. */
  List<Late> deliver() {
    deliver.complete(null);
    return late.stream().map(CompletableFuture::join).toList();
  }

  @Override
  public Answer judge(Call call) {
    Writes writes;
    CompletableFuture<Void> end;
    synchronized (this) {
      writes = namespaces.get(call.namespace());
      end = goOn;
      if (writes == null || !call.writes() || NOT_COUNTED.contains(call.resource())) {
        return new Answer.Forward();
      }
      if (!writes.stands) {
        writes.seen.add(call.what());
        writes.stands = writes.isAtItsPoint();
        if (!writes.stands) {
          return new Answer.Forward();
        }
        if (writes.point.side() == Point.Side.AFTER) {
          return new Answer.ForwardThenLose(
              () -> {
                reached(writes);
                end.join();
              });
        }
        reached(writes);
      }
    }
    if (writes.point.side() == Point.Side.LATE) {
      var answered = new CompletableFuture<Late>();
      late.add(answered);
      return new Answer.ForwardLate(deliver, code -> answered.complete(new Late(call, code)));
    }
    end.join();
    return new Answer.Lose();
  }

  private synchronized void reached(Writes writes) {
    writes.reached = true;
  }
}
