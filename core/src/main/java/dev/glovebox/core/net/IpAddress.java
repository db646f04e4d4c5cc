package dev.glovebox.core.net;

import java.math.BigInteger;

/**
 * An IPv4 or IPv6 address. An IPv4-mapped IPv6 address stays an IPv6 address: who compares decides
 * what it stands for ({@link EmbeddedForms}).
 *
 * @param value the address as an unsigned number of {@code family.bits()} bits
 */
public record IpAddress(Family family, BigInteger value) implements Comparable<IpAddress> {

  /** The kind of an address. */
  public enum Family {
    IPV4(32),
    IPV6(128);

    private final int bits;

    Family(int bits) {
      this.bits = bits;
    }

    /** Length of an address in bits. */
    public int bits() {
      return bits;
    }
  }

  public IpAddress {
    if (value.signum() < 0 || value.bitLength() > family.bits()) {
      throw new IllegalArgumentException("not an address of %s: %s".formatted(family, value));
    }
  }

  /**
   * Reads an address. Strict: four decimal parts without leading zeros, or RFC 4291 without a zone.
   * Never asks a resolver.
   *
   * @throws IllegalArgumentException when the text is anything else; the message says what is wrong
   */
  public static IpAddress parse(String text) {
    return AddressText.parse(text);
  }

  /** The address in its canonical form: dotted decimal, or RFC 5952. */
  public String text() {
    return AddressText.of(this);
  }

  /** By family, then by value. */
  @Override
  public int compareTo(IpAddress other) {
    int byFamily = family.compareTo(other.family);
    return byFamily != 0 ? byFamily : value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return text();
  }
}
