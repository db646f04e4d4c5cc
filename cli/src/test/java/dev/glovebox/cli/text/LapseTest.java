package dev.glovebox.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LapseTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0s",
    "119, 119s",
    "120, 2m",
    "200, 3m20s",
    "10800, 3h",
    "18060, 5h1m",
    "172800, 2d",
    "1036800, 12d",
    "-5, 0s"
  })
  void twoUnitsAtMost(long seconds, String shown) {
    assertThat(Lapse.of(Duration.ofSeconds(seconds))).isEqualTo(shown);
  }

  @Test
  void whatHasNoTimeIsOfUnknownAge() {
    assertThat(Lapse.since(null, Instant.EPOCH)).isEqualTo("<unknown>");
    assertThat(Lapse.since("yesterday", Instant.EPOCH)).isEqualTo("<unknown>");
    assertThat(Lapse.since("1970-01-01T00:00:00Z", Instant.ofEpochSecond(7))).isEqualTo("7s");
  }

  @ParameterizedTest
  @CsvSource({"90, 90", "90s, 90", "5m, 300", "1h30m, 5400", "2d, 172800", "0, 0"})
  void isReadAsKubectlReadsIt(String text, int seconds) {
    assertThat(Lapse.seconds(text)).isEqualTo(seconds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "five", "5 m", "-5s", "5ms", "99999d", "m5"})
  void whatIsNoLengthOfTimeIsRefused(String text) {
    assertThatThrownBy(() -> Lapse.seconds(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
