package dev.glovebox.core.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminationMessageTest {

  @Test
  void ordinaryTextStaysAsItIs() {
    var text = "two tests failed:\n\tgrüße, 你好 🎉 \\ \"quoted\"";
    assertThat(TerminationMessage.clean(text)).isEqualTo(text);
    assertThat(TerminationMessage.clean(null)).isEmpty();
  }

  /** Attack A49. The first column is in Java's escapes. */
  @ParameterizedTest(name = "{1}")
  @CsvSource({
    "001B, \\x1B", // starts every sequence that a terminal obeys
    "009B, \\x9B", // the same in one byte
    "000D, \\x0D", // writes over the line
    "0008, \\x08",
    "0007, \\x07",
    "0000, \\x00",
    "007F, \\x7F",
    "202E, \\u{202E}", // turns the direction of writing
    "2066, \\u{2066}",
    "200B, \\u{200B}", // no width
    "FEFF, \\u{FEFF}",
    "2028, \\u{2028}",
    "D800, \\u{D800}", // half of a pair: no text at all
    "E000, \\u{E000}",
    "E0041, \\u{E0041}", // an invisible letter A
  })
  void whatATerminalMayObeyOrDoesNotShowIsMadeVisible(String codePoint, String visible) {
    int value = Integer.parseInt(codePoint, 16);
    assertThat(TerminationMessage.clean("a" + Character.toString(value) + "b"))
        .isEqualTo("a" + visible + "b");
  }

  @Test
  void aLongMessageIsCutAndSaysSo() {
    assertThat(TerminationMessage.clean("x".repeat(4096))).isEqualTo("x".repeat(4096));
    assertThat(TerminationMessage.clean("x".repeat(4097))).isEqualTo("x".repeat(4093) + "…");
    // An escape is longer than what it stands for, and is never cut in the middle.
    assertThat(TerminationMessage.clean("\u001b".repeat(4096)))
        .isEqualTo("\\x1B".repeat(1023) + "…");
  }

  @Property
  void whateverItIsTheResultIsShortVisibleAndStable(@ForAll String raw) {
    var clean = TerminationMessage.clean(raw);
    assertThat(clean.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(4096);
    assertThat(clean.codePoints().filter(c -> c != '\n' && c != '\t'))
        .noneMatch(Character::isISOControl);
    assertThat(TerminationMessage.clean(clean)).isEqualTo(clean);
  }
}
