package dev.glovebox.operator.heartbeat;

import java.io.IOException;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Listens to one WebSocket for another listener, pings its other end, and ends it with {@link
 * IOException} when nothing has come through {@value #MISSED} pings. It is told of one end, however
 * many there are.
 *
 * <p>An answer is read when the listener asks for the next message: one message that it deals with
 * for as long as {@value #MISSED} pings take counts as silence.
 */
final class Heartbeat implements WebSocket.Listener {

  /**
   * Pings without a sound after them. Counted, and not timed: a process that was stopped for an
   * hour finds no silence of an hour.
   */
  static final int MISSED = 3;

  private final WebSocket.Listener listener;
  private final ScheduledExecutorService timer;
  private final Duration interval;
  private final Runnable died;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicInteger missed = new AtomicInteger();
  private volatile Future<?> beats;

  /** Only the timer uses it. */
  private Future<?> sent = CompletableFuture.completedFuture(null);

  /**
   * Does nothing before the WebSocket is open.
   *
   * @param died told when the WebSocket is ended here
   */
  Heartbeat(
      WebSocket.Listener listener,
      ScheduledExecutorService timer,
      Duration interval,
      Runnable died) {
    this.listener = listener;
    this.timer = timer;
    this.interval = interval;
    this.died = died;
  }

  @Override
  public void onOpen(WebSocket socket) {
    beats =
        timer.scheduleWithFixedDelay(
            () -> beat(socket), interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    listener.onOpen(socket);
  }

  private void beat(WebSocket socket) {
    if (socket.isInputClosed() || ended.get()) {
      beats.cancel(false);
    } else if (missed.get() >= MISSED) {
      beats.cancel(false);
      // What listens may take its time.
      Thread.startVirtualThread(() -> die(socket));
    } else {
      missed.incrementAndGet();
      // One at a time; whether it arrived is seen by what comes back.
      if (sent.isDone()) {
        sent = socket.sendPing(ByteBuffer.allocate(0));
      }
    }
  }

  private void die(WebSocket socket) {
    // Closed by this side, and never answered: nobody waits for anything on it.
    boolean wanted = !socket.isOutputClosed();
    socket.abort();
    if (!ended.getAndSet(true)) {
      try {
        if (wanted) {
          died.run();
        }
      } finally {
        // Nobody else tells it.
        listener.onError(socket, new IOException("no answer to " + MISSED + " pings"));
      }
    }
  }

  @Override
  public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
    missed.set(0);
    return listener.onText(socket, data, last);
  }

  @Override
  public CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
    missed.set(0);
    return listener.onBinary(socket, data, last);
  }

  @Override
  public CompletionStage<?> onPing(WebSocket socket, ByteBuffer message) {
    missed.set(0);
    return listener.onPing(socket, message);
  }

  @Override
  public CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
    missed.set(0);
    return listener.onPong(socket, message);
  }

  @Override
  public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
    beats.cancel(false);
    return ended.getAndSet(true) ? null : listener.onClose(socket, code, reason);
  }

  @Override
  public void onError(WebSocket socket, Throwable error) {
    beats.cancel(false);
    if (!ended.getAndSet(true)) {
      listener.onError(socket, error);
    }
  }
}
