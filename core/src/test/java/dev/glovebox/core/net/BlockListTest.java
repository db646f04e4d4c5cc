package dev.glovebox.core.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.net.BlockList.Use;
import java.math.BigInteger;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockListTest {

  private static final BlockList BUILT_IN = BlockList.builtIn();

  private static final BlockList WITH_CLUSTER =
      BUILT_IN.with(List.of(Cidr.parse("10.244.0.0/16"), Cidr.parse("fd12::/48")), "pods", "test");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254/32",
        "169.254.0.0/16",
        "169.254.1.0/24",
        "168.63.129.16/32",
        "168.63.0.0/16",
        "100.100.100.200/32",
        "100.64.0.0/10",
        "192.0.0.192/32",
        "127.0.0.1/32",
        "0.0.0.0/32",
        "0.0.0.0/0",
        "128.0.0.0/1",
        "224.0.0.1/32",
        "255.255.255.255/32",
        "::/0",
        "::1/128",
        "fe80::a9fe:a9fe/128",
        "fd00:ec2::254/128",
        "fd00::/8",
        "ff02::1/128",
        "::ffff:203.0.113.10/128",
        "::ffff:169.254.169.254/128",
        "64:ff9b::a9fe:a9fe/128",
        "64:ff9b::/96",
        "64:ff9b:1::1/128",
        "2002:a9fe:a9fe::/48",
        "2002:7f00:1::1/128",
        "2001::1/128",
      })
  void theseAreNeverGranted(String range) {
    assertThat(BUILT_IN.refusing(Cidr.parse(range))).as(range).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "203.0.113.10/32",
        "192.0.2.0/24",
        "198.51.100.7/32",
        "8.8.8.8/32",
        "10.0.0.0/8",
        "168.63.129.17/32",
        "168.63.129.15/32",
        "100.100.100.201/32",
        "169.253.255.255/32",
        "169.255.0.0/16",
        "126.255.255.255/32",
        "128.0.0.1/32",
        "223.255.255.255/32",
        "2606:4700::1111/128",
        "2001:db8::/32",
        "fc00::/8",
        "64:ff9b::203.0.113.10/128",
        "2002:cb00:710a::/48",
      })
  void nearMissesMayBeGranted(String range) {
    assertThat(BUILT_IN.refusing(Cidr.parse(range))).as(range).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.244.7.7/32",
        "10.0.0.0/8",
        "fd12::1/128",
        "64:ff9b::10.244.7.7/128",
        "::ffff:10.244.7.7/128",
        "2002:af4:707::/48",
      })
  void addedRangesAreRefusedInEveryForm(String range) {
    assertThat(WITH_CLUSTER.refusing(Cidr.parse(range))).as(range).isPresent();
  }

  @Test
  void addingRangesLeavesTheBuiltInListAsItWas() {
    assertThat(WITH_CLUSTER.entries()).hasSizeGreaterThan(BUILT_IN.entries().size());
    assertThat(BUILT_IN.refusing(Cidr.parse("10.244.7.7/32"))).isEmpty();
  }

  @Test
  void everyProbedAddressIsOneAddressAndIsAlsoRefused() {
    assertThat(BUILT_IN.probed()).hasSizeGreaterThan(10);
    assertThat(BUILT_IN.entries())
        .filteredOn(entry -> entry.uses().contains(Use.PROBED))
        .allSatisfy(
            entry -> {
              assertThat(entry.range()).isEqualTo(Cidr.of(entry.range().network()));
              assertThat(BUILT_IN.refusing(entry.range())).isPresent();
            });
  }

  @Test
  void everyEntryIsLeftOutOfTheInternetAndSaysWhyAndFromWhere() {
    assertThat(BUILT_IN.entries())
        .allSatisfy(
            entry -> {
              assertThat(entry.uses()).contains(Use.INTERNET);
              assertThat(entry.what()).isNotBlank();
              assertThat(entry.source()).isNotBlank();
              assertThat(openTo(BUILT_IN, entry.range().network())).as(entry.toString()).isFalse();
              assertThat(openTo(BUILT_IN, entry.range().last())).as(entry.toString()).isFalse();
            });
  }

  @Test
  void theInternetIsOpenWhereNothingIsBlocked() {
    assertThat(openTo(BUILT_IN, IpAddress.parse("8.8.8.8"))).isTrue();
    assertThat(openTo(BUILT_IN, IpAddress.parse("2606:4700::1111"))).isTrue();
    assertThat(openTo(BUILT_IN, IpAddress.parse("168.63.129.17"))).isTrue();
  }

  @Test
  void everyExceptionLiesInsideItsRange() {
    assertThat(WITH_CLUSTER.internet())
        .hasSize(2)
        .allSatisfy(
            part ->
                assertThat(part.except())
                    .allSatisfy(
                        hole -> {
                          assertThat(part.range().contains(hole)).isTrue();
                          assertThat(hole).isNotEqualTo(part.range());
                        }));
  }

  @Test
  void aFamilyThatIsBlockedAsAWholeIsLeftOut() {
    BlockList without6 = BUILT_IN.with(List.of(Cidr.parse("::/0")), "no IPv6 here", "test");
    assertThat(without6.internet()).hasSize(1);
    assertThat(without6.internet().getFirst().range().text()).isEqualTo("0.0.0.0/0");
  }

  @Property
  void noAddressIsBothRefusedAndOnTheInternet(@ForAll int bits) {
    var address =
        new IpAddress(IpAddress.Family.IPV4, BigInteger.valueOf(Integer.toUnsignedLong(bits)));
    if (WITH_CLUSTER.refusing(Cidr.of(address)).isPresent()) {
      assertThat(openTo(WITH_CLUSTER, address)).as(address.text()).isFalse();
    }
  }

  @Test
  void aListThatHoldsAllThatIsLeftOfTheInternetCoversIt() {
    BlockList.Internet v4 = BUILT_IN.internet().getFirst();
    List<Cidr> everything = v4.range().minus(v4.except());
    assertThat(BUILT_IN.coversInternet(everything)).isTrue();
    assertThat(BUILT_IN.coversInternet(everything.subList(1, everything.size()))).isFalse();
    assertThat(BUILT_IN.coversInternet(List.of())).isFalse();
  }

  private static boolean openTo(BlockList list, IpAddress address) {
    return list.internet().stream()
        .anyMatch(
            part ->
                part.range().contains(address)
                    && part.except().stream().noneMatch(hole -> hole.contains(address)));
  }
}
