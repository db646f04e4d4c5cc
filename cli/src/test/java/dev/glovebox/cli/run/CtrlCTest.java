package dev.glovebox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.cli.Screen;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CtrlCTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(err, true);
  private final AtomicInteger left = new AtomicInteger();
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5); // it may begin anywhere

  private CtrlC ctrlC(boolean sameTerminal) {
    return new CtrlC(
        new Progress(new Screen(stream, stream, sameTerminal, false), sameTerminal),
        "cancelling",
        left::incrementAndGet,
        clock::get);
  }

  private void passes(long milliseconds) {
    clock.addAndGet(Duration.ofMillis(milliseconds).toNanos());
  }

  @Test
  void theFirstAsksForAnOrderlyEndAndTheSecondLeaves() {
    var woken = new AtomicInteger();
    CtrlC ctrlC = ctrlC(false);
    ctrlC.wakes(woken::incrementAndGet);
    assertThat(ctrlC.pressed()).isFalse();

    ctrlC.press();
    assertThat(ctrlC.pressed()).isTrue();
    assertThat(woken).hasValue(1);
    assertThat(left).hasValue(0);
    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("cancelling\n");

    passes(1001);
    ctrlC.press();
    assertThat(left).hasValue(1);
  }

  @Test
  void signalsWithinASecondAreOne() {
    CtrlC ctrlC = ctrlC(false);
    ctrlC.press();
    ctrlC.press();
    passes(999);
    ctrlC.press();
    assertThat(left).hasValue(0);
    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("cancelling\n");

    passes(2);
    ctrlC.press();
    assertThat(left).hasValue(1);
  }

  @Test
  void onlyAPersonLeavesWhileTheEndIsBeingAskedFor() {
    CtrlC script = ctrlC(false);
    script.press();
    passes(5000);
    script.asking(script::press);
    assertThat(left).hasValue(0);
    script.press();
    assertThat(left).hasValue(1);

    CtrlC person = ctrlC(true);
    person.press();
    passes(5000);
    person.asking(person::press);
    assertThat(left).hasValue(2);
  }
}
