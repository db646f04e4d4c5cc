package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MemoTest {

  @Test
  void itIsMadeOnceForEachChange() {
    AtomicInteger made = new AtomicInteger();
    Memo<Integer> memo = new Memo<>(made::incrementAndGet);
    assertThat(memo.get()).isEqualTo(1);
    assertThat(memo.get()).isEqualTo(1);
    memo.invalidate();
    assertThat(memo.get()).isEqualTo(2);
  }

  @Test
  void aChangeWhileItIsMadeIsNotLost() {
    AtomicReference<Memo<String>> self = new AtomicReference<>();
    AtomicReference<String> source = new AtomicReference<>("old");
    Memo<String> memo =
        new Memo<>(
            () -> {
              String read = source.get();
              if (read.equals("old")) {
                source.set("new");
                self.get().invalidate();
              }
              return read;
            });
    self.set(memo);
    assertThat(memo.get()).isEqualTo("old");
    assertThat(memo.get()).isEqualTo("new");
  }

  @Test
  void ofManyThatAskAtOnceOneMakesIt() throws InterruptedException {
    AtomicInteger made = new AtomicInteger();
    CountDownLatch making = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    Memo<Integer> memo =
        new Memo<>(
            () -> {
              making.countDown();
              awaitQuietly(go);
              return made.incrementAndGet();
            });
    List<Thread> asking =
        Stream.generate(() -> Thread.ofPlatform().start(memo::get)).limit(4).toList();
    making.await();
    // Those that do not make it wait, or would be in the making too.
    await().until(() -> asking.stream().allMatch(MemoTest::waits));
    go.countDown();
    for (Thread one : asking) {
      one.join();
    }
    assertThat(made).hasValue(1);
  }

  private static boolean waits(Thread thread) {
    return Set.of(Thread.State.WAITING, Thread.State.BLOCKED).contains(thread.getState());
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
