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

  private static Obstacle silence() {
    return new Obstacle(Obstacle.Kind.SILENCE, "connection refused");
  }

  @Test
  void isToldAtOnceAndThenEveryMinute() {
    outage.unanswered(silence());
    assertThat(told())
        .isEqualTo(
            "No answer from the API server, trying again for 5m: connection refused."
                + " The task goes on there. Ctrl-C cancels it\n");
    assertThat(outage.lasts()).isTrue();

    after(50);
    outage.unanswered(silence());
    assertThat(told()).isEmpty();
    after(10);
    outage.unanswered(silence());
    assertThat(told()).isEqualTo("No answer from the API server for 60s, trying again\n");
  }

  @Test
  void itsEndIsToldAndTheNextOneBeginsAnew() {
    assertThat(outage.answered()).isFalse();
    assertThat(told()).isEmpty();

    outage.unanswered(silence());
    after(250);
    assertThat(outage.answered()).isTrue();
    assertThat(told()).endsWith("The API server answers again, after 4m10s\n");

    outage.unanswered(silence());
    after(299);
    outage.unanswered(silence());
    assertThat(outage.answered()).isTrue();
    assertThat(told()).endsWith("The API server answers again, after 4m59s\n");
  }

  @Test
  void afterFiveMinutesItIsTheEndWithWhatToTypeNext() {
    outage.unanswered(silence());
    after(299);
    outage.unanswered(silence());
    after(1);
    assertThatThrownBy(() -> outage.unanswered(silence()))
        .isInstanceOf(Failure.class)
        .hasMessage(
            "no answer from the API server for 5m: connection refused."
                + " To go on: kubectl glovebox wait hello -n agents")
        .extracting(e -> ((Failure) e).exitCode())
        .isEqualTo(ExitCode.UNAVAILABLE);
  }

  @Test
  void theTimeInWhichNobodyAskedIsNotSilence() {
    after(3600);
    outage.unanswered(silence());
    after(299);
    outage.unanswered(silence());
    assertThat(outage.lasts()).isTrue();
  }

  @Test
  void errorsAreCalledErrors() {
    outage.unanswered(new Obstacle(Obstacle.Kind.ERRORS, "error 503: starting; try again"));
    assertThat(told())
        .startsWith(
            "Only errors from the API server, trying again for 5m: error 503: starting; try again.");
  }

  @Test
  void aRefusalIsTheEndAtOnceWithWhatToTypeNext() {
    var refusal = new Obstacle(Obstacle.Kind.REFUSAL, "x cannot get tasks; ask for that right");
    assertThatThrownBy(() -> outage.unanswered(refusal))
        .isInstanceOf(Failure.class)
        .hasMessage(
            "x cannot get tasks; ask for that right."
                + " To go on: kubectl glovebox wait hello -n agents")
        .extracting(e -> ((Failure) e).exitCode())
        .isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(told()).isEmpty();
  }
}
