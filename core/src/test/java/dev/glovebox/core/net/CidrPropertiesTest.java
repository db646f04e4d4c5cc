package dev.glovebox.core.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.net.IpAddress.Family;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.statistics.Statistics;

class CidrPropertiesTest {

  /** Ranges close together, so that they often overlap: in 2001:db8::/48 and 198.18.0.0/15. */
  @Provide
  Arbitrary<Cidr> ranges() {
    Arbitrary<Cidr> v4 = near("198.18.0.0", 15, Family.IPV4);
    Arbitrary<Cidr> v6 = near("2001:db8::", 48, Family.IPV6);
    return Arbitraries.oneOf(v4, v6, Arbitraries.of(Cidr.parse("0.0.0.0/0"), Cidr.parse("::/0")));
  }

  private static Arbitrary<Cidr> near(String network, int shortest, Family family) {
    BigInteger base = IpAddress.parse(network).value();
    int bits = family.bits();
    return Combinators.combine(
            Arbitraries.bigIntegers()
                .between(
                    BigInteger.ZERO,
                    BigInteger.ONE.shiftLeft(bits - shortest).subtract(BigInteger.ONE)),
            Arbitraries.integers().between(shortest, bits))
        .as((host, prefix) -> Cidr.containing(new IpAddress(family, base.or(host)), prefix));
  }

  @Provide
  Arbitrary<List<Cidr>> lists() {
    return ranges().list().ofMaxSize(8);
  }

  @Property
  void everyRangeSurvivesItsOwnText(@ForAll("ranges") Cidr range) {
    assertThat(Cidr.parse(range.text())).isEqualTo(range);
  }

  @Property
  void overlapIsWhatTheEndsSay(@ForAll("ranges") Cidr one, @ForAll("ranges") Cidr other) {
    boolean byEnds =
        one.family() == other.family()
            && one.network().compareTo(other.last()) <= 0
            && other.network().compareTo(one.last()) <= 0;
    assertThat(one.overlaps(other)).isEqualTo(byEnds).isEqualTo(other.overlaps(one));
  }

  @Property
  void containmentIsWhatTheEndsSay(@ForAll("ranges") Cidr one, @ForAll("ranges") Cidr other) {
    boolean byEnds =
        one.family() == other.family()
            && one.network().compareTo(other.network()) <= 0
            && other.last().compareTo(one.last()) <= 0;
    assertThat(one.contains(other)).isEqualTo(byEnds);
  }

  @Property
  void aDifferenceHoldsExactlyWhatIsLeft(
      @ForAll("ranges") Cidr whole, @ForAll("lists") List<Cidr> taken) {
    List<Cidr> rest = whole.minus(taken);
    assertThat(whole.coveredBy(taken)).isEqualTo(rest.isEmpty());
    assertThat(rest).isSorted();
    assertThat(rest).allSatisfy(part -> assertThat(whole.contains(part)).isTrue());
    // What changes membership lies at the ends of ranges: so the ends and their neighbours decide.
    Stream.concat(Stream.of(whole), taken.stream())
        .flatMap(range -> ends(range).stream())
        .forEach(
            address -> {
              boolean left =
                  whole.contains(address) && taken.stream().noneMatch(t -> t.contains(address));
              assertThat(rest.stream().filter(part -> part.contains(address)).count())
                  .as("%s in %s without %s", address, whole, taken)
                  .isEqualTo(left ? 1 : 0);
            });
  }

  @Property
  void droppingContainedRangesKeepsEveryAddress(@ForAll("lists") List<Cidr> ranges) {
    List<Cidr> kept = Cidr.withoutContained(ranges);
    assertThat(kept).isSorted();
    assertThat(ranges)
        .allSatisfy(range -> assertThat(kept).anyMatch(keeper -> keeper.contains(range)));
    for (Cidr one : kept) {
      assertThat(kept).filteredOn(other -> other.overlaps(one)).containsExactly(one);
    }
  }

  private static List<IpAddress> ends(Cidr range) {
    return List.of(
        range.network(), range.last(), neighbour(range.network(), -1), neighbour(range.last(), 1));
  }

  private static IpAddress neighbour(IpAddress address, int step) {
    BigInteger size = BigInteger.ONE.shiftLeft(address.family().bits());
    return new IpAddress(address.family(), address.value().add(BigInteger.valueOf(step)).mod(size));
  }

  /** Sixteen addresses of either family: nearly everything overlaps something. */
  @Provide
  Arbitrary<Cidr> close() {
    return Arbitraries.oneOf(
        near("203.0.113.0", 28, Family.IPV4), near("2606:4700::", 124, Family.IPV6));
  }

  @Property
  void whatIsRefusedInARangeWithExceptionsIsWhatIsLeftOfIt(
      @ForAll("close") Cidr range,
      @ForAll("close") Cidr one,
      @ForAll("close") Cidr other,
      @ForAll @Size(max = 6) List<@From("close") Cidr> except) {
    BlockList list = BlockList.builtIn().with(List.of(one, other), "a test", "here");
    List<Cidr> left = range.minus(except);
    List<BlockList.Entry> expected =
        list.entries().stream()
            .filter(entry -> entry.uses().contains(BlockList.Use.REFUSED))
            .filter(
                entry -> entry.forms().stream().anyMatch(f -> left.stream().anyMatch(f::overlaps)))
            .toList();
    Statistics.label("refused").collect(expected.size());
    assertThat(list.refusing(range, except)).isEqualTo(expected);
  }
}
