package dev.glovebox.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BoundedThreadsTest {

  @Test
  void noMoreWorkRunsAtATimeThanAllowedAndAllOfItIsDone() throws Exception {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    CountDownLatch four = new CountDownLatch(4);
    try (var threads = new BoundedThreads("test", 4)) {
      for (int i = 0; i < 100; i++) {
        threads.execute(
            () -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              four.countDown();
              try {
                // That four come together at all shows that they do run at the same time.
                four.await(10, TimeUnit.SECONDS);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              running.decrementAndGet();
              done.incrementAndGet();
            });
      }
    }
    assertThat(most).hasValue(4);
    assertThat(done).hasValue(100);
  }

  @Test
  void workThatThrowsFreesItsPlace() throws Exception {
    AtomicInteger done = new AtomicInteger();
    try (var threads = new BoundedThreads("test", 1)) {
      var failed =
          threads.submit(
              () -> {
                throw new IllegalStateException("on purpose");
              });
      threads.submit(done::incrementAndGet).get(10, TimeUnit.SECONDS);
      assertThat(failed.state()).isEqualTo(Future.State.FAILED);
    }
    assertThat(done).hasValue(1);
  }

  @Test
  void workThatSleepsLetsOtherWorkRunMeanwhile() throws Exception {
    CountDownLatch other = new CountDownLatch(1);
    try (var threads = new BoundedThreads("test", 1)) {
      var slept =
          threads.submit(
              () -> {
                threads.execute(other::countDown);
                for (int i = 0; i < 100 && other.getCount() > 0; i++) {
                  BoundedThreads.sleep(Duration.ofMillis(100));
                }
                return other.getCount();
              });
      assertThat(slept.get(20, TimeUnit.SECONDS)).isZero();
      threads.submit(() -> {}).get(10, TimeUnit.SECONDS);
    }
  }
}
