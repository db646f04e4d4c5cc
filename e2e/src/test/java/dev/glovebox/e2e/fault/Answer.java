package dev.glovebox.e2e.fault;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;

/** What becomes of a call. */
public sealed interface Answer {

  /** The server is asked, and its answer given. */
  record Forward() implements Answer {}

  /**
   * The server has done it, nobody hears of it: the connection is closed before the answer.
   *
   * @param then runs between the two, for as long as it likes: for example, kills the caller
   */
  record ForwardThenLose(Runnable then) implements Answer {}

  /** The connection is closed, and the server never heard of it. */
  record Lose() implements Answer {}

  /**
   * The call was on its way for a long time: the server hears of it later, whether or not the
   * caller still waits or lives. The caller gets no answer.
   *
   * @param when the call is sent on when this is complete
   * @param answered gets the server's status code; 0 = it could not be sent
   */
  record ForwardLate(CompletableFuture<?> when, IntConsumer answered) implements Answer {}

  /** No answer, until the caller gives up. The server never hears of it. */
  record Hang() implements Answer {}

  /**
   * Refused with a Status, without the server.
   *
   * @param reason of the Status, such as Conflict, TooManyRequests, Expired
   */
  record Refuse(int status, String reason, Optional<Duration> retryAfter) implements Answer {
    /** Without Retry-After. */
    public Refuse(int status, String reason) {
      this(status, reason, Optional.empty());
    }
  }

  /** Forwarded, and the connection is closed after a while: what a watch saw until then counts. */
  record CutWatch(Duration after) implements Answer {}

  /**
   * What the server says to a watch from a version that it does not keep any longer: an event of
   * type ERROR with a Status of 410. For a watch only.
   */
  record ExpireWatch() implements Answer {}

  /**
   * The first answer that the same list or get ever had, word for word. Forwarded when there has
   * been none.
   */
  record Stale() implements Answer {}
}
