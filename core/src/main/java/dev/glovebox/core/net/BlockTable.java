package dev.glovebox.core.net;

import static dev.glovebox.core.net.BlockList.Use.INTERNET;
import static dev.glovebox.core.net.BlockList.Use.PROBED;
import static dev.glovebox.core.net.BlockList.Use.REFUSED;

import dev.glovebox.core.net.BlockList.Entry;
import dev.glovebox.core.net.BlockList.Use;
import java.util.EnumSet;
import java.util.List;

/**
 * The built-in ranges, each with why and from where. The only place where such an address is
 * written. "IANA" is the registry of special-purpose addresses
 * (https://www.iana.org/assignments/iana-ipv4-special-registry and -ipv6-).
 */
final class BlockTable {

  private static final String CLOUD_INIT = "cloud-init's data sources";

  static final List<Entry> ENTRIES =
      List.of(
          // Metadata services: credentials of the machine for whoever asks.
          e("169.254.169.254/32", "metadata service of most clouds", CLOUD_INIT, REFUSED, PROBED),
          e("169.254.169.253/32", "AWS resolver", "AWS VPC user guide", REFUSED, PROBED),
          e("169.254.169.252/32", "GKE metadata agent", "GKE documentation", REFUSED, PROBED),
          e("169.254.169.123/32", "AWS time service", "AWS EC2 user guide", REFUSED, PROBED),
          e("169.254.170.2/32", "AWS task credentials", "AWS ECS documentation", REFUSED, PROBED),
          e("169.254.170.23/32", "EKS pod identity", "AWS EKS user guide", REFUSED, PROBED),
          e("169.254.42.42/32", "Scaleway metadata service", CLOUD_INIT, REFUSED, PROBED),
          e("169.254.0.23/32", "Tencent metadata service", "Tencent docs", REFUSED, PROBED),
          e("169.254.10.10/32", "Tencent metadata service", "Tencent docs", REFUSED, PROBED),
          e("168.63.129.16/32", "Azure WireServer", "Azure documentation", REFUSED, PROBED),
          e("100.100.100.200/32", "Alibaba metadata service", CLOUD_INIT, REFUSED, PROBED),
          e("192.0.0.192/32", "Oracle metadata service, old", "SSRF lists", REFUSED, PROBED),
          e("fd00:ec2::254/128", "AWS metadata service", CLOUD_INIT, REFUSED, PROBED),
          e("fd00:ec2::253/128", "AWS resolver", "AWS VPC user guide", REFUSED, PROBED),
          e("fd00:ec2::23/128", "EKS pod identity", "AWS EKS user guide", REFUSED, PROBED),
          e("fd20:ce::254/128", "GCP metadata service", "GCP documentation", REFUSED, PROBED),
          e("fd00:c1::a9fe:a9fe/128", "Oracle metadata service", CLOUD_INIT, REFUSED, PROBED),
          e("fd00:a9fe:a9fe::1/128", "Akamai metadata service", CLOUD_INIT, REFUSED, PROBED),
          e("fd00:42::42/128", "Scaleway metadata service", CLOUD_INIT, REFUSED, PROBED),
          e("fd00:ec2::/32", "services of AWS on the link", "AWS VPC user guide", REFUSED),

          // The machine itself and its links.
          e("0.0.0.0/8", "this host", "IANA, RFC 791", REFUSED),
          e("127.0.0.0/8", "loopback", "IANA, RFC 1122", REFUSED),
          e("169.254.0.0/16", "link-local", "IANA, RFC 3927", REFUSED),
          e("224.0.0.0/4", "multicast", "RFC 5771", REFUSED),
          e("240.0.0.0/4", "reserved, and broadcast", "IANA, RFC 1112", REFUSED),
          e("::/96", "unspecified, loopback, IPv4-compatible", "RFC 4291", REFUSED),
          e("fe80::/10", "link-local", "IANA, RFC 4291", REFUSED),
          e("fec0::/10", "site-local", "RFC 3879", REFUSED),
          e("ff00::/8", "multicast", "RFC 4291", REFUSED),

          // IPv6 that stands for IPv4 in ways that cannot be judged address by address.
          e("::ffff:0.0.0.0/96", "IPv4-mapped; name the IPv4 range itself", "RFC 4291", REFUSED),
          e("64:ff9b:1::/48", "NAT64 with a local prefix", "IANA, RFC 8215", REFUSED),
          e("2001::/32", "Teredo", "IANA, RFC 4380", REFUSED),

          // Not the public Internet. A platform may allow a task to reach these.
          e("10.0.0.0/8", "private", "IANA, RFC 1918"),
          e("100.64.0.0/10", "shared by carriers; pods on some clouds", "IANA, RFC 6598"),
          e("172.16.0.0/12", "private", "IANA, RFC 1918"),
          e("192.0.0.0/24", "protocol assignments", "IANA, RFC 6890"),
          e("192.0.2.0/24", "documentation", "IANA, RFC 5737"),
          e("192.31.196.0/24", "AS112", "IANA, RFC 7535"),
          e("192.52.193.0/24", "AMT", "IANA, RFC 7450"),
          e("192.88.99.0/24", "6to4 relays", "IANA, RFC 7526"),
          e("192.168.0.0/16", "private", "IANA, RFC 1918"),
          e("192.175.48.0/24", "AS112", "IANA, RFC 7534"),
          e("198.18.0.0/15", "benchmarks", "IANA, RFC 2544"),
          e("198.51.100.0/24", "documentation", "IANA, RFC 5737"),
          e("203.0.113.0/24", "documentation", "IANA, RFC 5737"),
          e("161.26.0.0/16", "IBM Cloud services", "IBM Cloud documentation"),
          e("166.8.0.0/14", "IBM Cloud services", "IBM Cloud documentation"),
          // Outside of global unicast, so never granted with the Internet; here so that the list is
          // whole.
          e("100::/64", "discarded", "IANA, RFC 6666"),
          e("5f00::/16", "segment routing", "IANA, RFC 9602"),
          e("2001::/23", "protocol assignments", "IANA, RFC 2928"),
          e("2001:db8::/32", "documentation", "IANA, RFC 3849"),
          e("2002::/16", "6to4", "IANA, RFC 3056"),
          e("2620:4f:8000::/48", "AS112", "IANA, RFC 7534"),
          e("3fff::/20", "documentation", "IANA, RFC 9637"),
          e("fc00::/7", "private", "IANA, RFC 4193"));

  private BlockTable() {}

  /** Everything in the table is left out of Internet mode. */
  private static Entry e(String range, String what, String source, Use... more) {
    EnumSet<Use> uses = EnumSet.of(INTERNET, more);
    return Entry.of(Cidr.parse(range), what, source, uses);
  }
}
