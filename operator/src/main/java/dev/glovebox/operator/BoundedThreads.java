package dev.glovebox.operator;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A virtual thread for each piece of work, of which only so many run at a time: a thousand tasks
 * created at once must not become a thousand requests at once.
 */
final class BoundedThreads extends AbstractExecutorService {

  /** Of the work that this thread does. */
  private static final ScopedValue<Semaphore> RUNNING = ScopedValue.newInstance();

  private final ExecutorService threads;
  private final Semaphore running;

  BoundedThreads(String name, int atOnce) {
    threads = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(name + "-", 0).factory());
    // Fair: work is done in the order in which it came.
    running = new Semaphore(atOnce, true);
  }

  /**
   * Sleeps, and lets other work run meanwhile when it is on one of these threads.
   *
   * @throws InterruptedException when the thread was told to stop
   */
  static void sleep(Duration time) throws InterruptedException {
    if (!RUNNING.isBound()) {
      Thread.sleep(time);
      return;
    }
    RUNNING.get().release();
    try {
      Thread.sleep(time);
    } finally {
      RUNNING.get().acquireUninterruptibly();
    }
  }

  @Override
  public void execute(Runnable work) {
    threads.execute(
        () -> {
          try {
            running.acquire();
          } catch (InterruptedException e) {
            // Only shutdownNow interrupts: what has not begun is left to the next start.
            Thread.currentThread().interrupt();
            return;
          }
          try {
            ScopedValue.where(RUNNING, running).run(work);
          } finally {
            running.release();
          }
        });
  }

  @Override
  public void shutdown() {
    threads.shutdown();
  }

  @Override
  public List<Runnable> shutdownNow() {
    return threads.shutdownNow();
  }

  @Override
  public boolean isShutdown() {
    return threads.isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return threads.isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return threads.awaitTermination(timeout, unit);
  }
}
