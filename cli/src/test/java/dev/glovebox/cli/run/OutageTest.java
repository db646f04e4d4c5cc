package dev.glovebox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.glovebox.cli.ExitCode;
import dev.glovebox.cli.Failure;
import dev.glovebox.cli.Screen;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class OutageTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private long now;
  private final Outage outage =
      new Outage(
          new Progress(
              new Screen(new PrintStream(err, true), new PrintStream(err, true), false, false),
              false),
          "The task goes on there. Ctrl-C cancels it",
          "To go on: kubectl glovebox wait hello -n agents",
          () -> now);

  private void after(int seconds) {
    now += Duration.ofSeconds(seconds).toNanos();
  }

  private String told() {
    String text = err.toString(StandardCharsets.UTF_8);
    err.reset();
    return text;
  }

  @Test
  void isToldAtOnceAndThenEveryMinute() {
    after(10);
    outage.unanswered("connection refused");
    assertThat(told())
        .isEqualTo(
            "No answer from the API server for 10s, trying again for 5m: connection refused."
                + " The task goes on there. Ctrl-C cancels it\n");
    assertThat(outage.lasts()).isTrue();

    after(50);
    outage.unanswered("connection refused");
    assertThat(told()).isEmpty();
    after(10);
    outage.unanswered("connection refused");
    assertThat(told()).isEqualTo("No answer from the API server for 70s, trying again\n");
  }

  @Test
  void itsEndIsToldAndTheNextOneBeginsAnew() {
    assertThat(outage.answered()).isFalse();
    assertThat(told()).isEmpty();

    after(250);
    outage.unanswered("p");
    assertThat(told()).contains("for 4m10s");
    assertThat(outage.answered()).isTrue();
    assertThat(told()).isEqualTo("The API server answers again, after 4m10s\n");

    after(100);
    outage.unanswered("p");
    assertThat(told()).contains("for 100s");
  }

  @Test
  void afterFiveMinutesItIsTheEndWithWhatToTypeNext() {
    after(299);
    outage.unanswered("connection refused");
    after(1);
    assertThatThrownBy(() -> outage.unanswered("connection refused"))
        .isInstanceOf(Failure.class)
        .hasMessage(
            "no answer from the API server for 5m: connection refused."
                + " To go on: kubectl glovebox wait hello -n agents")
        .extracting(e -> ((Failure) e).exitCode())
        .isEqualTo(ExitCode.UNAVAILABLE);
  }
}
