package dev.glovebox.core.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CidrTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "203.0.113.10     | has no prefix length; write /32",
        "203.0.113.10/24  | has host bits set; write 203.0.113.0/24",
        "203.0.113.10/0   | has host bits set; write 0.0.0.0/0",
        "2001:db8::1/64   | has host bits set; write 2001:db8::/64",
        "203.0.113.0/33   | prefix length is not a number from 0 to 32",
        "2001:db8::/129   | prefix length is not a number from 0 to 128",
        "203.0.113.0/     | prefix length is not a number",
        "203.0.113.0/-1   | prefix length is not a number",
        "203.0.113.0/+24  | prefix length is not a number",
        "203.0.113.0/024  | prefix length is not a number",
        "203.0.113.0/24/8 | prefix length is not a number",
        "/24              | is empty",
        "''               | is empty",
        "example.com/32   | is not an IP address (names are never looked up)",
      })
  void aMalformedRangeSaysWhatIsWrong(String text, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Cidr.parse(text))
        .withMessageContaining(message);
  }

  @Test
  void aRangeContainsItsEndsAndNothingBeyond() {
    Cidr range = Cidr.parse("198.51.100.64/26");
    assertThat(range.contains(IpAddress.parse("198.51.100.64"))).isTrue();
    assertThat(range.contains(IpAddress.parse("198.51.100.127"))).isTrue();
    assertThat(range.contains(IpAddress.parse("198.51.100.63"))).isFalse();
    assertThat(range.contains(IpAddress.parse("198.51.100.128"))).isFalse();
    assertThat(range.last().text()).isEqualTo("198.51.100.127");
  }

  @Test
  void rangesOfDifferentFamiliesNeverOverlap() {
    assertThat(Cidr.parse("0.0.0.0/0").overlaps(Cidr.parse("::/0"))).isFalse();
    assertThat(Cidr.parse("::/0").overlaps(Cidr.parse("0.0.0.0/0"))).isFalse();
  }

  @Test
  void subtractingLeavesTheFewestRanges() {
    assertThat(
            Cidr.parse("10.0.0.0/30").minus(List.of(Cidr.parse("10.0.0.1/32"))).stream()
                .map(Cidr::text))
        .containsExactly("10.0.0.0/32", "10.0.0.2/31");
  }

  @Test
  void subtractingTheWholeLeavesNothing() {
    Cidr all = Cidr.parse("0.0.0.0/0");
    assertThat(all.minus(List.of(Cidr.parse("0.0.0.0/1"), Cidr.parse("128.0.0.0/1")))).isEmpty();
    assertThat(all.minus(List.of(all))).isEmpty();
    assertThat(all.minus(List.of())).containsExactly(all);
  }

  @Test
  void containedRangesAreDroppedAndTheRestSorted() {
    List<Cidr> ranges =
        List.of(
            Cidr.parse("fd00::/8"),
            Cidr.parse("10.1.0.0/16"),
            Cidr.parse("10.0.0.0/8"),
            Cidr.parse("10.0.0.0/24"),
            Cidr.parse("9.0.0.0/8"),
            Cidr.parse("fd00::/8"));
    assertThat(Cidr.withoutContained(ranges).stream().map(Cidr::text))
        .containsExactly("9.0.0.0/8", "10.0.0.0/8", "fd00::/8");
  }
}
