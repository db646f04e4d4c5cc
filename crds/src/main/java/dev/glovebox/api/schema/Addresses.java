package dev.glovebox.api.schema;

/**
 * CEL rules of what a task may be granted by address.
 *
 * <p>Two lists must not be confused. Here: what nobody can ever be granted, because it is a
 * metadata service, the node itself, or another spelling of an IPv4 address. Private ranges (RFC
 * 1918, unique local) are not here: a platform may grant them, and the planner checks a grant
 * against the cluster's own ranges. The long list of everything that is not public internet is
 * another one: it is what mode Internet leaves out.
 *
 * <p>Sources: IANA's special-purpose registries; metadata addresses as cloud-init and the clouds'
 * own guides give them.
 */
public final class Addresses {
  /** Longest CIDR: 39 characters of IPv6, and /128. */
  public static final int CIDR_MAX = 43;

  /** Longest IPv6 address. */
  public static final int ADDRESS_MAX = 39;

  /**
   * Link-local (most clouds' metadata, AWS task credentials and Pod Identity), this host, loopback,
   * multicast, reserved, Azure's wire server, Alibaba's and Oracle's metadata; in IPv6 all outside
   * of global and unique local addresses (loopback, IPv4-mapped, NAT64, link-local, multicast),
   * 6to4 and Teredo, and the metadata addresses of AWS, Google, Oracle, Akamai and Scaleway.
   */
  private static final String NEVER_GRANTED =
      "['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '240.0.0.0/4',"
          + " '168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32',"
          + " '::/3', '4000::/2', '8000::/2', 'c000::/3', 'e000::/4', 'f000::/5', 'f800::/6', 'fe00::/7',"
          + " '2001::/32', '2002::/16', 'fd00:ec2::/32', 'fd20:ce::254/128', 'fd00:c1::a9fe:a9fe/128',"
          + " 'fd00:a9fe:a9fe::1/128', 'fd00:42::42/128']";

  /**
   * A range, without host bits and in the one canonical spelling, so that a list's keys are unique.
   * IPv4-mapped ranges and zones are none: kube-apiserver's CIDR type refuses them.
   */
  public static final String RANGE =
      "isCIDR(self) && cidr(self) == cidr(self).masked() && string(cidr(self)) == self";

  /** Message of {@link #RANGE}. */
  public static final String RANGE_MESSAGE =
      "'%s is not an address range in canonical CIDR form without host bits, such as 203.0.113.0/24'.format([strings.quote(self)])";

  /** 64 destinations of at most a 256th each cannot cover everything. */
  public static final String NARROW =
      "!isCIDR(self) || cidr(self).prefixLength() >= (cidr(self).ip().family() == 4 ? 8 : 16)";

  /** Message of {@link #NARROW}. */
  public static final String NARROW_MESSAGE =
      "'%s is too wide: at least /8 (IPv4) or /16 (IPv6), or a list could cover everything'.format([self])";

  /** No overlap with what is never granted. */
  public static final String GRANTABLE =
      "!isCIDR(self) || !"
          + NEVER_GRANTED
          + ".exists(b, cidr(b).containsCIDR(cidr(self)) || cidr(self).containsCIDR(cidr(b)))";

  /** Message of {@link #GRANTABLE}. */
  public static final String GRANTABLE_MESSAGE =
      "'%s overlaps a range that is never granted:"
          + " metadata, link-local, loopback, multicast, reserved or translated addresses'.format([self])";

  /** A plain address in canonical form. */
  public static final String SERVER = "isIP(self) && ip.isCanonical(self)";

  /** Message of {@link #SERVER}. */
  public static final String SERVER_MESSAGE =
      "'%s is not an IP address in canonical form, such as 203.0.113.53'.format([strings.quote(self)])";

  /** Outside of what is never granted. */
  public static final String SERVER_GRANTABLE =
      "!isIP(self) || !" + NEVER_GRANTED + ".exists(b, cidr(b).containsIP(ip(self)))";

  /** Message of {@link #SERVER_GRANTABLE}. */
  public static final String SERVER_GRANTABLE_MESSAGE =
      "'%s is never granted: a metadata, link-local, loopback, multicast, reserved or translated address'.format([self])";

  private Addresses() {}
}
