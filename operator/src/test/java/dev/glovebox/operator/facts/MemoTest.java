package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
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
}
