package dev.glovebox.core.net;

import dev.glovebox.core.net.IpAddress.Family;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A range of addresses: those whose first bits are the network's.
 *
 * @param network lowest address of the range; its bits after the prefix are zero
 * @param prefixLength 0 to 32, or to 128
 */
public record Cidr(IpAddress network, int prefixLength) implements Comparable<Cidr> {

  private static final Pattern PREFIX = Pattern.compile("0|[1-9][0-9]{0,2}");

  public Cidr {
    int bits = network.family().bits();
    if (prefixLength < 0 || prefixLength > bits) {
      throw new IllegalArgumentException(
          "prefix length %d is not from 0 to %d".formatted(prefixLength, bits));
    }
    if (network.value().getLowestSetBit() >= 0
        && network.value().getLowestSetBit() < bits - prefixLength) {
      throw new IllegalArgumentException(
          "%s/%d has host bits set".formatted(network.text(), prefixLength));
    }
  }

  /**
   * Reads {@code <address>/<prefix length>}.
   *
   * @throws IllegalArgumentException when malformed, or when host bits are set; the message says
   *     what is wrong, and what was probably meant
   */
  public static Cidr parse(String text) {
    if (text == null || text.isEmpty()) {
      throw new IllegalArgumentException("is empty; a range such as 203.0.113.10/32 is expected");
    }
    int slash = text.indexOf('/');
    if (slash < 0) {
      throw new IllegalArgumentException(
          "\"%s\" has no prefix length; write /32 (or /128) after a single address"
              .formatted(text));
    }
    IpAddress address = IpAddress.parse(text.substring(0, slash));
    String prefix = text.substring(slash + 1);
    int bits = address.family().bits();
    if (!PREFIX.matcher(prefix).matches() || Integer.parseInt(prefix) > bits) {
      throw new IllegalArgumentException(
          "\"%s\": the prefix length is not a number from 0 to %d".formatted(text, bits));
    }
    Cidr range = containing(address, Integer.parseInt(prefix));
    if (!range.network().equals(address)) {
      throw new IllegalArgumentException(
          "\"%s\" has host bits set; write %s for the range".formatted(text, range.text()));
    }
    return range;
  }

  /** The range of that size which holds the address. */
  public static Cidr containing(IpAddress address, int prefixLength) {
    int host = address.family().bits() - prefixLength;
    BigInteger network = address.value().shiftRight(host).shiftLeft(host);
    return new Cidr(new IpAddress(address.family(), network), prefixLength);
  }

  /** The range of this one address. */
  public static Cidr of(IpAddress address) {
    return new Cidr(address, address.family().bits());
  }

  /** Whether the address is in the range. False for an address of the other family. */
  public boolean contains(IpAddress address) {
    return address.family() == family() && containing(address, prefixLength).equals(this);
  }

  /** Whether every address of the other range is in this one. */
  public boolean contains(Cidr other) {
    return prefixLength <= other.prefixLength && contains(other.network);
  }

  /** Whether there is an address in both. Two ranges overlap only by one containing the other. */
  public boolean overlaps(Cidr other) {
    return contains(other) || other.contains(this);
  }

  /**
   * What is left of this range without the others: the fewest ranges that hold exactly those
   * addresses, sorted.
   */
  public List<Cidr> minus(List<Cidr> others) {
    List<Cidr> rest = new ArrayList<>();
    subtract(others.stream().filter(this::overlaps).toList(), rest);
    return rest;
  }

  /** Whether the others together hold every address of this range: {@link #minus} is empty. */
  public boolean coveredBy(List<Cidr> others) {
    List<Cidr> near = others.stream().filter(this::overlaps).toList();
    if (near.isEmpty()) {
      return false;
    }
    return near.stream().anyMatch(other -> other.contains(this))
        || halves().stream().allMatch(half -> half.coveredBy(near));
  }

  private void subtract(List<Cidr> others, List<Cidr> rest) {
    if (others.isEmpty()) {
      rest.add(this);
    } else if (others.stream().noneMatch(other -> other.contains(this))) {
      // Every one of the others is smaller than this range, so it can be halved.
      for (Cidr half : halves()) {
        half.subtract(others.stream().filter(half::overlaps).toList(), rest);
      }
    }
  }

  private List<Cidr> halves() {
    BigInteger upper = network.value().setBit(family().bits() - prefixLength - 1);
    return List.of(
        new Cidr(network, prefixLength + 1),
        new Cidr(new IpAddress(family(), upper), prefixLength + 1));
  }

  /** The same addresses without ranges that others of the list contain, sorted. */
  public static List<Cidr> withoutContained(List<Cidr> ranges) {
    List<Cidr> kept = new ArrayList<>();
    for (Cidr range : ranges.stream().sorted().distinct().toList()) {
      // Sorted by network and then the larger first: only the last one kept can contain it.
      if (kept.isEmpty() || !kept.getLast().contains(range)) {
        kept.add(range);
      }
    }
    return kept;
  }

  public Family family() {
    return network.family();
  }

  /** Highest address of the range. */
  public IpAddress last() {
    BigInteger host = BigInteger.ONE.shiftLeft(family().bits() - prefixLength);
    return new IpAddress(family(), network.value().add(host).subtract(BigInteger.ONE));
  }

  /** Canonical text: canonical address, slash, prefix length. */
  public String text() {
    return network.text() + "/" + prefixLength;
  }

  /** By network; of two with the same network the larger range first. */
  @Override
  public int compareTo(Cidr other) {
    return Comparator.comparing(Cidr::network)
        .thenComparingInt(Cidr::prefixLength)
        .compare(this, other);
  }

  @Override
  public String toString() {
    return text();
  }
}
