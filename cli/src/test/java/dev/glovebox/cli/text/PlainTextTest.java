package dev.glovebox.cli.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Attack A49: what a task writes must not drive the terminal of who reads its log. */
class PlainTextTest {

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static String filtered(byte[] bytes, int piece) {
    var filter = new PlainText();
    var text = new StringBuilder();
    for (int at = 0; at < bytes.length; at += piece) {
      text.append(filter.next(bytes, at, Math.min(piece, bytes.length - at)));
    }
    return text.append(filter.end()).toString();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.glovebox.cli.text.EscapeCorpus#entries")
  void theAttackLeavesOnlyItsText(EscapeCorpus.Entry entry) {
    for (int piece : new int[] {1, 2, 3, 7, Integer.MAX_VALUE / 2}) {
      assertThat(filtered(entry.bytes(), piece))
          .as("cut into pieces of %d bytes", piece)
          .isEqualTo(entry.text());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ls -l /tmp",
        "naïve café, Ελληνικά, кириллица",
        "日本語と中文",
        "e\u0301 as two characters",
        "🙂 beyond the first plane",
        "عربى",
        "brackets [0m ]0; without an escape",
      })
  void textOfAnyScriptStaysAsItIs(String text) {
    for (int piece : new int[] {1, 2, 3, 1000}) {
      assertThat(filtered(bytes(text), piece)).isEqualTo(text);
    }
  }

  @Test
  void linesAndTabsStay() {
    assertThat(PlainText.of("a\tb\nc\r\nd\n")).isEqualTo("a\tb\nc\nd\n");
  }

  @Test
  void aLineWithoutAnEndStaysWithoutOne() {
    assertThat(PlainText.of("no end")).isEqualTo("no end");
  }

  @Test
  void aLineOfAMegabyteComesAsItComes() {
    var filter = new PlainText();
    byte[] piece = bytes("0123456789abcdef".repeat(512));
    int length = 0;
    for (int i = 0; i < 128; i++) {
      String text = filter.next(piece, 0, piece.length);
      assertThat(text).as("nothing is held back").hasSize(piece.length);
      length += text.length();
    }
    assertThat(length).isEqualTo(1 << 20);
  }

  @Test
  void whateverComesInNothingComesOutThatATerminalObeys() {
    var random = new Random(49);
    String[] beginnings = {"\033[", "\033]", "\033P", "\033_", "\033^", "\033X", "\033", "\u009b"};
    for (int round = 0; round < 3000; round++) {
      var attack = new ByteArrayOutputStream();
      for (int part = random.nextInt(8); part >= 0; part--) {
        if (random.nextBoolean()) {
          String beginning = beginnings[random.nextInt(beginnings.length)];
          attack.writeBytes(beginning.getBytes(random.nextBoolean() ? UTF_8 : ISO_8859_1));
        }
        byte[] noise = new byte[random.nextInt(12)];
        random.nextBytes(noise);
        attack.writeBytes(noise);
      }
      byte[] bytes = attack.toByteArray();
      String whole = filtered(bytes, Math.max(1, bytes.length));
      assertThat(whole.codePoints().filter(PlainTextTest::drives).toArray())
          .as("round %d", round)
          .isEmpty();
      assertThat(filtered(bytes, 1 + random.nextInt(3))).as("round %d", round).isEqualTo(whole);
    }
  }

  private static boolean drives(int c) {
    return (c < 0x20 && c != '\n' && c != '\t')
        || (c >= 0x7F && c <= 0x9F)
        || (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069);
  }
}
