package dev.glovebox.core.net;

import dev.glovebox.core.net.IpAddress.Family;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Ranges that tasks must not reach. The IPv6 forms of an IPv4 range (mapped, NAT64, 6to4) are
 * blocked with it.
 */
public final class BlockList {

  /** What an entry is for. */
  public enum Use {
    /** Never granted: not as a destination, not as a resolver, whatever a policy says. */
    REFUSED,
    /** A metadata service's address: the probe tries it from inside every sandbox. */
    PROBED,
    /** Left out when a task is granted the Internet. */
    INTERNET
  }

  /**
   * A blocked range.
   *
   * @param what stands there, for messages
   * @param source who says so
   */
  public record Entry(Cidr range, String what, String source, Set<Use> uses) {
    public Entry {
      uses = Set.copyOf(uses);
    }
  }

  /** What "the Internet" is before the block list: all of IPv4, and global unicast IPv6. */
  private static final List<Cidr> INTERNET =
      List.of(Cidr.parse("0.0.0.0/0"), Cidr.parse("2000::/3"));

  private static final BlockList BUILT_IN = new BlockList(BlockTable.ENTRIES);

  private final List<Entry> entries;

  private BlockList(List<Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  /** The built-in ranges. */
  public static BlockList builtIn() {
    return BUILT_IN;
  }

  /** This list and more ranges, refused and left out of the Internet. */
  public BlockList with(Collection<Cidr> ranges, String what, String source) {
    List<Entry> more = new ArrayList<>(entries);
    ranges.forEach(r -> more.add(new Entry(r, what, source, Set.of(Use.REFUSED, Use.INTERNET))));
    return new BlockList(more);
  }

  /** The first entry that a task may never reach and that the range overlaps in some form. */
  public Optional<Entry> refusing(Cidr range) {
    return entries.stream()
        .filter(entry -> entry.uses().contains(Use.REFUSED))
        .filter(entry -> EmbeddedForms.of(entry.range()).stream().anyMatch(range::overlaps))
        .findFirst();
  }

  /** Addresses of metadata services, in the table's order. */
  public List<IpAddress> probed() {
    return entries.stream()
        .filter(entry -> entry.uses().contains(Use.PROBED))
        .map(entry -> entry.range().network())
        .toList();
  }

  /** The public Internet of one family as one range and what is left out of it. */
  public record Internet(Cidr range, List<Cidr> except) {}

  /**
   * The public Internet without every entry, at most one item for each family. A family that is
   * blocked as a whole is left out.
   */
  public List<Internet> internet() {
    List<Internet> internet = new ArrayList<>();
    for (Cidr base : INTERNET) {
      List<Cidr> blocked =
          entries.stream()
              .filter(entry -> entry.uses().contains(Use.INTERNET))
              .flatMap(entry -> EmbeddedForms.of(entry.range()).stream())
              .filter(base::overlaps)
              .toList();
      if (!base.minus(blocked).isEmpty()) {
        internet.add(new Internet(base, Cidr.withoutContained(blocked)));
      }
    }
    return internet;
  }

  /**
   * Whether these ranges together hold the whole public Internet of a family: then a list of
   * destinations is none.
   */
  public boolean coversInternet(List<Cidr> ranges) {
    return internet().stream()
        .anyMatch(
            part -> {
              List<Cidr> taken = new ArrayList<>(part.except());
              taken.addAll(ranges);
              return part.range().minus(taken).isEmpty();
            });
  }

  /** Whether any of the ranges is IPv6. */
  public static boolean anyIpv6(Collection<Cidr> ranges) {
    return ranges.stream().anyMatch(range -> range.family() == Family.IPV6);
  }

  /** Every entry, in order. */
  public List<Entry> entries() {
    return entries;
  }
}
