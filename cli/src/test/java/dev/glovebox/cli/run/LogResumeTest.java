package dev.glovebox.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LogResumeTest {
  private static String line(int second, int nano, String text) {
    return "2026-11-30T07:00:%02d.%09dZ %s".formatted(second, nano, text);
  }

  private static String next(LogResume resume, String answer) {
    byte[] bytes = answer.getBytes(UTF_8);
    return new String(resume.next(bytes, 0, bytes.length), UTF_8);
  }

  @Test
  void timesAreTakenOff() {
    var resume = new LogResume();
    resume.begin();
    assertThat(next(resume, line(1, 5, "one\n") + line(2, 0, " two 2026\n") + line(3, 0, "\n")))
        .isEqualTo("one\n two 2026\n\n");
    assertThat(resume.since()).isEqualTo(Instant.parse("2026-11-30T07:00:03Z"));
  }

  @Test
  void whatWasThereIsLeftOutEvenInTheMiddleOfALine() {
    var resume = new LogResume();
    resume.begin();
    assertThat(next(resume, line(1, 5, "one\n") + line(1, 6, "tw"))).isEqualTo("one\ntw");

    resume.begin();
    assertThat(next(resume, line(1, 5, "one\n") + line(1, 6, "two\n") + line(2, 0, "three\n")))
        .isEqualTo("o\nthree\n");
    assertThat(resume.gap()).isFalse();
  }

  @Test
  void linesOfTheSameTimeAreToldApartByTheirNumber() {
    var resume = new LogResume();
    String log = line(1, 5, "a\n") + line(1, 5, "a\n") + line(1, 5, "a\n");
    resume.begin();
    assertThat(next(resume, line(1, 5, "a\n") + line(1, 5, "a\n"))).isEqualTo("a\na\n");
    resume.begin();
    assertThat(next(resume, log)).isEqualTo("a\n");
  }

  @Test
  void aLogThatWasRotatedMeanwhileHasAGap() {
    var resume = new LogResume();
    resume.begin();
    next(resume, line(1, 0, "one\n"));
    resume.begin();
    assertThat(next(resume, line(5, 0, "five\n"))).isEqualTo("five\n");
    assertThat(resume.gap()).isTrue();
  }

  @Test
  void linesWhoseTimesAreInDisorderAreNeitherLostNorTwiceNorAGap() {
    var resume = new LogResume();
    String log = line(1, 9, "a\n") + line(1, 7, "b\n") + line(2, 1, "c\n") + line(1, 8, "d\n");
    resume.begin();
    assertThat(next(resume, log)).isEqualTo("a\nb\nc\nd\n");
    resume.begin();
    assertThat(next(resume, log + line(2, 0, "e\n"))).isEqualTo("e\n");
    assertThat(resume.gap()).isFalse();
  }

  @Test
  void theRestOfALongLineThatBeganEarlierIsPassedOver() {
    var resume = new LogResume();
    resume.begin();
    assertThat(next(resume, line(1, 9, "long line\n") + line(2, 0, "two\n")))
        .isEqualTo("long line\ntwo\n");
    resume.begin();
    assertThat(next(resume, "of it line\n" + line(2, 0, "two\n") + line(3, 0, "three\n")))
        .isEqualTo("three\n");
    assertThat(resume.foreign()).isEmpty();
    assertThat(resume.gap()).isFalse();
  }

  @Test
  void anAnswerWithoutASingleLineIsTheKubeletsOwnWords() {
    var resume = new LogResume();
    resume.begin();
    next(resume, line(1, 9, "one\n"));
    resume.begin();
    assertThat(next(resume, "unable to retrieve container logs")).isEmpty();
    assertThat(resume.foreign()).isEqualTo("unable to retrieve container logs");
  }

  @Test
  void whatTheKubeletSaysItselfIsNoLine() {
    var resume = new LogResume();
    resume.begin();
    assertThat(next(resume, line(1, 0, "one\n") + "failed to watch the file: too many\n"))
        .isEqualTo("one\n");
    assertThat(resume.foreign()).isEqualTo("failed to watch the file: too many");
    resume.begin();
    assertThat(resume.foreign()).isEmpty();
  }

  @Test
  void whereverAnswersAreCutTheLogIsWholeAndNothingTwice() {
    var random = new Random(7);
    for (int round = 0; round < 400; round++) {
      List<String> lines = new ArrayList<>();
      var expected = new StringBuilder();
      int second = 0;
      int nano = 0;
      for (int i = 0; i < 12; i++) {
        switch (random.nextInt(4)) {
          case 0 -> second++;
          case 1 -> nano++;
          case 2 -> nano = Math.max(0, nano - 2); // both streams of a container are written
          default -> {} // the same time once more
        }
        String text = "x".repeat(random.nextInt(4)) + (i == 11 && random.nextBoolean() ? "" : "\n");
        lines.add(line(second, second == 0 ? nano : 0, text));
        expected.append(text);
      }
      var resume = new LogResume();
      var got = new StringBuilder();
      for (int answer = 0; answer < 5; answer++) {
        resume.begin();
        String all = whole(lines, resume.since());
        got.append(next(resume, all.substring(0, random.nextInt(all.length() + 1))));
      }
      resume.begin();
      got.append(next(resume, whole(lines, resume.since())));
      assertThat(got.toString()).as("round %d", round).isEqualTo(expected.toString());
      assertThat(resume.gap()).isFalse();
    }
  }

  /** As the kubelet answers: from the second on. */
  private static String whole(List<String> lines, Instant since) {
    return String.join(
        "",
        lines.stream()
            .filter(
                line ->
                    since == null
                        || !Instant.parse(line.substring(0, 30))
                            .isBefore(Instant.ofEpochSecond(since.getEpochSecond())))
            .toList());
  }
}
