package dev.glovebox.core.net;

import dev.glovebox.core.net.IpAddress.Family;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The IPv6 ranges whose packets reach an IPv4 range: who blocks the one has to block the others.
 */
final class EmbeddedForms {

  /** A prefix after which the 32 bits of the IPv4 address follow. */
  private static final List<Cidr> PREFIXES =
      List.of(
          // IPv4-mapped, RFC 4291 section 2.5.5.2: sockets turn it into the IPv4 address.
          Cidr.parse("::ffff:0.0.0.0/96"),
          // The well-known NAT64 prefix, RFC 6052 section 2.1.
          Cidr.parse("64:ff9b::/96"),
          // 6to4, RFC 3056 section 2.
          Cidr.parse("2002::/16"));

  private EmbeddedForms() {}

  /** The range itself and, of an IPv4 range, its IPv6 forms. */
  static List<Cidr> of(Cidr range) {
    if (range.family() == Family.IPV6) {
      return List.of(range);
    }
    var forms = new ArrayList<Cidr>();
    forms.add(range);
    PREFIXES.forEach(prefix -> forms.add(embed(prefix, range)));
    return forms;
  }

  private static Cidr embed(Cidr prefix, Cidr range) {
    int shift = Family.IPV6.bits() - prefix.prefixLength() - Family.IPV4.bits();
    BigInteger value = prefix.network().value().or(range.network().value().shiftLeft(shift));
    return new Cidr(
        new IpAddress(Family.IPV6, value), prefix.prefixLength() + range.prefixLength());
  }
}
