package dev.glovebox.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.cli.Screen;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ByteArrayOutputStream both = new ByteArrayOutputStream();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private static PrintStream to(OutputStream stream) {
    return new PrintStream(stream, true, UTF_8);
  }

  @Test
  void onATerminalOneLineIsRewrittenAndNothingLandsInALineOfTheOutput() {
    var progress = new Progress(new Screen(to(both), to(both), true, false), true);
    progress.waiting("1s  Provisioning");
    progress.waiting("2s  Provisioning");
    progress.output("no end".getBytes(UTF_8));
    progress.waiting("3s  Running");
    progress.line("Succeeded");
    assertThat(both.toString(UTF_8))
        .isEqualTo("\r\033[K1s  Provisioning\r\033[K2s  Provisioning\r\033[Kno end\nSucceeded\n");
  }

  @Test
  void nothingIsDrawnAfterTheLastLine() {
    var progress = new Progress(new Screen(to(both), to(both), true, false), true);
    progress.waiting("1s  Running");
    progress.last("Left");
    progress.waiting("2s  Stopping");
    progress.output("more".getBytes(UTF_8));
    progress.line("Cancelled");
    progress.clear();
    assertThat(both.toString(UTF_8)).isEqualTo("\r\033[K1s  Running\r\033[KLeft\n");
  }

  @Test
  void aLineThatDoesNotFitIsCut() {
    var progress = new Progress(new Screen(to(both), to(both), true, false), true);
    progress.waiting("x".repeat(500) + "\nmore");
    assertThat(both.toString(UTF_8)).endsWith("x…").hasSizeLessThan(500).doesNotContain("more");
  }

  @Test
  void whatOthersWroteDrivesNoTerminal() {
    var progress = new Progress(new Screen(to(both), to(both), true, false), true);
    progress.line("the API server said \u001b]0;title\u0007no\nand\u202e more");
    assertThat(both.toString(UTF_8)).isEqualTo("the API server said no and more\n");
    both.reset();
    progress.waiting("2s  \u001b[2Jno\r\u0007\nmore");
    assertThat(both.toString(UTF_8)).isEqualTo("\r\033[K2s  no");
  }

  @Test
  void elsewhereThereAreWholeLinesAndTheOutputIsTheTasksAlone() {
    var progress = new Progress(new Screen(to(out), to(err), false, false), false);
    progress.waiting("1s  Provisioning");
    progress.line("Provisioning");
    progress.output("no end".getBytes(UTF_8));
    progress.line("Succeeded");
    assertThat(out.toString(UTF_8)).isEqualTo("no end");
    assertThat(err.toString(UTF_8)).isEqualTo("Provisioning\nSucceeded\n");
  }
}
