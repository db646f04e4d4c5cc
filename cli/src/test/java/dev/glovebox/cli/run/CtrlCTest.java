package dev.glovebox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.cli.Screen;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CtrlCTest {
  @Test
  void theFirstAsksForAnOrderlyEndAndTheSecondLeaves() {
    var err = new ByteArrayOutputStream();
    var stream = new PrintStream(err, true);
    var left = new AtomicInteger();
    var woken = new AtomicInteger();
    var ctrlC =
        new CtrlC(
            new Progress(new Screen(stream, stream, false, false), false),
            "cancelling",
            left::incrementAndGet);
    ctrlC.wakes(woken::incrementAndGet);
    assertThat(ctrlC.pressed()).isFalse();

    ctrlC.press();
    assertThat(ctrlC.pressed()).isTrue();
    assertThat(woken).hasValue(1);
    assertThat(left).hasValue(0);
    assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("cancelling\n");

    ctrlC.press();
    assertThat(left).hasValue(1);
  }
}
