package dev.glovebox.operator;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process in bounded time. A signal stops all parts and exits 0; what the operator cannot
 * go on after exits otherwise. Stopping is a courtesy: every step can be cut off and taken up again
 * by the next start.
 */
final class Shutdown {

  /** Under the 2 s within which a stop is to be done. */
  private static final Duration WITHIN = Duration.ofMillis(1700);

  private static final Logger LOG = LoggerFactory.getLogger(Shutdown.class);

  private final Runnable stop;
  private final AtomicInteger exitCode = new AtomicInteger(0);

  Shutdown(Runnable stop) {
    this.stop = stop;
  }

  /** From now on a signal stops the parts. */
  void install() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stopAndHalt, "shutdown"));
  }

  /**
   * Stops the parts and exits with 1. Returns at once: whoever calls may hold what a stop needs.
   */
  void fail(String why) {
    if (exitCode.compareAndSet(0, 1)) {
      LOG.error("The operator cannot go on: {}", why);
      Thread.ofPlatform().name("exit").start(() -> System.exit(1));
    }
  }

  /** Exits with 1 without stopping anything: another may be at work already. */
  void failNow(String why) {
    LOG.error("The operator stops at once: {}", why);
    Runtime.getRuntime().halt(1);
  }

  private void stopAndHalt() {
    LOG.info("Stopping");
    Thread stopping = Thread.ofPlatform().daemon().name("stop").start(this::stopQuietly);
    boolean inTime = false;
    try {
      inTime = stopping.join(WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    LOG.info(inTime ? "Stopped" : "Stopped before every part had ended");
    Runtime.getRuntime().halt(exitCode.get());
  }

  private void stopQuietly() {
    try {
      stop.run();
    } catch (RuntimeException e) {
      LOG.warn("A part did not stop as it should", e);
    }
  }
}
