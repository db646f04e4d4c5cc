package dev.glovebox.core.net;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

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
   * @param forms the range itself and, of an IPv4 range, its IPv6 forms
   * @param what stands there, for messages
   * @param source who says so
   */
  public record Entry(Cidr range, List<Cidr> forms, String what, String source, Set<Use> uses) {
    public Entry {
      uses = Set.copyOf(uses);
    }

    static Entry of(Cidr range, String what, String source, Set<Use> uses) {
      return new Entry(range, EmbeddedForms.of(range), what, source, uses);
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
    ranges.forEach(r -> more.add(Entry.of(r, what, source, Set.of(Use.REFUSED, Use.INTERNET))));
    return new BlockList(more);
  }

  /** The first entry that a task may never reach and that the range overlaps in some form. */
  public Optional<Entry> refusing(Cidr range) {
    return entries.stream()
        .filter(entry -> entry.uses().contains(Use.REFUSED))
        .filter(entry -> entry.forms().stream().anyMatch(range::overlaps))
        .findFirst();
  }

  /**
   * Every entry that a task may never reach and that some address of the range is in, in some form,
   * the exceptions left out. With thousands of entries and exceptions it takes milliseconds.
   */
  public List<Entry> refusing(Cidr range, List<Cidr> except) {
    Except left = new Except(except);
    return entries.stream()
        .filter(entry -> entry.uses().contains(Use.REFUSED))
        .filter(
            entry ->
                entry.forms().stream()
                    .filter(range::overlaps)
                    .map(form -> range.contains(form) ? form : range)
                    .anyMatch(both -> !left.covers(both)))
        .toList();
  }

  /** Ranges that are found by address: no two of them overlap. */
  private static final class Except {
    private final NavigableSet<Cidr> ranges;

    Except(List<Cidr> ranges) {
      this.ranges = new TreeSet<>(Cidr.withoutContained(ranges));
    }

    /** Whether they hold every address of a range. */
    boolean covers(Cidr range) {
      Cidr before = ranges.floor(range);
      if (before != null && before.contains(range)) {
        return true;
      }
      Set<Cidr> within = ranges.subSet(range, true, Cidr.of(range.last()), true);
      return range.coveredBy(List.copyOf(within));
    }
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
      List<Cidr> blocked = blockedIn(base);
      if (!base.coveredBy(blocked)) {
        internet.add(new Internet(base, Cidr.withoutContained(blocked)));
      }
    }
    return internet;
  }

  private List<Cidr> blockedIn(Cidr base) {
    return entries.stream()
        .filter(entry -> entry.uses().contains(Use.INTERNET))
        .flatMap(entry -> entry.forms().stream())
        .filter(base::overlaps)
        .toList();
  }

  /**
   * Whether these ranges together hold all that is left of the public Internet of a family: then a
   * list of destinations is none.
   */
  public boolean coversInternet(List<Cidr> ranges) {
    for (Cidr base : INTERNET) {
      List<Cidr> taken = new ArrayList<>(blockedIn(base));
      taken.addAll(ranges);
      if (ranges.stream().anyMatch(base::overlaps) && base.coveredBy(taken)) {
        return true;
      }
    }
    return false;
  }

  /** Every entry, in order. */
  public List<Entry> entries() {
    return entries;
  }
}
