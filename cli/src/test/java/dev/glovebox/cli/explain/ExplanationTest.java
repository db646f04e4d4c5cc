package dev.glovebox.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.reason.LikelyCauses;
import dev.glovebox.core.reason.Reason;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExplanationTest {
  @ParameterizedTest
  @EnumSource
  void everyReasonIsToldWholeOnOneScreen(Reason reason) {
    List<String> lines = Explanation.of(reason);

    assertThat(lines).hasSizeLessThan(40);
    assertThat(lines)
        .allSatisfy(
            line ->
                assertThat(line.length() <= 80 || !line.strip().contains(" "))
                    .as("80 columns or one word: %s", line)
                    .isTrue());
    String text = String.join(" ", lines).replaceAll("\\s+", " ");
    assertThat(text).startsWith(reason.name());
    assertThat(text).contains(reason.meaning(), reason.advice(), reason.example());
    assertThat(text).contains(LikelyCauses.of(reason));
    assertThat(text).contains(reason.retryable() ? "Yes: the same task" : "No: the same task");
  }
}
