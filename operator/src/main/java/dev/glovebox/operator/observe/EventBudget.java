package dev.glovebox.operator.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keeps one object from filling the API server with events, whatever goes on with it: the same
 * words are said once in ten minutes, and others 25 times, then once in five minutes, as
 * Kubernetes' own components do.
 */
final class EventBudget {

  /** The same words about the same object are sent once in this time. */
  static final Duration SAME_AGAIN_AFTER = Duration.ofMinutes(10);

  /** Of client-go's EventSourceObjectSpamFilter. */
  static final int AT_ONCE = 25;

  static final Duration ONE_MORE_AFTER = Duration.ofMinutes(5);

  private static final int REMEMBERED = 4096;

  /** Whether an event is to be sent. */
  enum Verdict {
    SEND,
    SAID_BEFORE,
    TOO_MANY
  }

  private record Said(String uid, String reason, String message) {}

  /** How many events an object may have, at a time. */
  private record Left(int events, Instant at) {
    Left refilled(Instant now) {
      long more = Duration.between(at, now).dividedBy(ONE_MORE_AFTER);
      return more <= 0
          ? this
          : new Left(
              (int) Math.min(AT_ONCE, events + more), at.plus(ONE_MORE_AFTER.multipliedBy(more)));
    }
  }

  private final Map<Said, Instant> said = new Bounded<>();
  private final Map<String, Left> left = new Bounded<>();

  /** Judges, and takes it from the budget when it may be sent. */
  synchronized Verdict judge(String uid, String reason, String message, Instant now) {
    var words = new Said(uid, reason, message);
    Instant before = said.get(words);
    if (before != null && now.isBefore(before.plus(SAME_AGAIN_AFTER))) {
      return Verdict.SAID_BEFORE;
    }
    Left has = left.getOrDefault(uid, new Left(AT_ONCE, now)).refilled(now);
    if (has.events() == 0) {
      left.put(uid, has);
      return Verdict.TOO_MANY;
    }
    left.put(uid, new Left(has.events() - 1, has.at()));
    said.put(words, now);
    return Verdict.SEND;
  }

  /** Forgets the oldest. */
  private static final class Bounded<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > REMEMBERED;
    }
  }
}
