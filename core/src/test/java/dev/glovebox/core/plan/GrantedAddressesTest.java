package dev.glovebox.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.net.BlockList;
import dev.glovebox.core.net.BlockList.Use;
import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.render.Rendered;
import io.fabric8.kubernetes.api.model.networking.v1.IPBlock;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;

/**
 * For any list of ranges the rendered policy lets nothing blocked through, and nothing but what was
 * granted. What changes membership lies at the ends of ranges, so the first and last address of
 * each range and those just outside are tried; of IPv4 ranges in IPv6 clothes too. The ranges are
 * read and compared here as numbers, without the code under test.
 */
class GrantedAddressesTest {

  private static final Span GLOBAL_UNICAST = Span.of("2000::/3");

  /** What the task asks for and where the cluster, the platform and the policy say no. */
  record World(
      boolean internet,
      List<String> allow,
      List<String> dns,
      List<String> cluster,
      List<String> services,
      List<String> platform,
      List<String> policy) {}

  @Provide
  Arbitrary<World> worlds() {
    return Combinators.combine(
            Arbitraries.of(true, false),
            grantable().list().uniqueElements().ofMinSize(1).ofMaxSize(4),
            Arbitraries.of("203.0.113.53", "8.8.8.8", "2606:4700::1111", "168.63.129.17")
                .list()
                .uniqueElements()
                .ofMaxSize(2),
            blockable().list().ofMaxSize(4),
            blockable()
                .map(range -> host(range.substring(0, range.indexOf('/'))))
                .list()
                .ofMaxSize(4),
            blockable().list().ofMaxSize(2),
            blockable().list().ofMaxSize(2))
        .as(World::new);
  }

  /** Mostly what may be granted: just outside of what is blocked, or somewhere else. */
  private static Arbitrary<String> grantable() {
    List<String> beside = new ArrayList<>();
    List<String> blocked = new ArrayList<>();
    for (BlockList.Entry entry : BlockList.builtIn().entries()) {
      Span span = Span.of(entry.range().text());
      blocked.add(entry.range().text());
      for (BigInteger end :
          List.of(span.first.subtract(BigInteger.ONE), span.last.add(BigInteger.ONE))) {
        if (end.signum() >= 0 && end.bitLength() <= span.bits) {
          beside.add(single(span.bits, end));
        }
      }
    }
    return Arbitraries.frequencyOf(
        Tuple.of(8, Arbitraries.of(beside)),
        Tuple.of(8, near("8.8.0.0", 16)),
        Tuple.of(4, near("2606:4700::", 32)),
        Tuple.of(4, near("10.240.0.0", 12)),
        Tuple.of(1, Arbitraries.of(blocked)));
  }

  private static Arbitrary<String> blockable() {
    return Arbitraries.oneOf(
        near("8.8.0.0", 16), near("2606:4700::", 32), near("10.240.0.0", 12), near("1.0.0.0", 8));
  }

  private static Arbitrary<String> near(String network, int shortest) {
    Span span = Span.of(network + "/" + shortest);
    return Combinators.combine(
            Arbitraries.bigIntegers().between(span.first, span.last),
            Arbitraries.integers().between(shortest, span.bits))
        .as(
            (address, prefix) -> {
              int host = span.bits - prefix;
              String text = single(span.bits, address.shiftRight(host).shiftLeft(host));
              return text.substring(0, text.indexOf('/') + 1) + prefix;
            });
  }

  @Property(tries = 400, edgeCases = EdgeCasesMode.NONE)
  void theRenderedPolicyGrantsExactlyWhatWasAskedForAndNothingBlocked(
      @ForAll("worlds") World world) {
    Decision decision = plan(world);
    Statistics.label("decision").collect(decision.getClass().getSimpleName());
    Statistics.label("decision")
        .coverage(
            coverage -> {
              coverage.check("Plan").percentage(p -> p > 20);
              coverage.check("Refusal").count(count -> count > 10);
            });
    Set<String> never = never(world);
    if (decision instanceof Plan plan) {
      NetworkPolicy rendered = Rendered.of(plan).networkPolicy();
      for (Address address : boundaries(world)) {
        boolean granted = granted(world, address);
        assertThat(covers(rendered, address))
            .as("%s, asked for %s, rendered %s", address, world, rendered.getSpec().getEgress())
            .isEqualTo(granted);
        if (contained(never, address)) {
          assertThat(granted).as("%s is never granted; %s", address, world).isFalse();
        }
      }
    }
  }

  private static Decision plan(World world) {
    TestCluster cluster = new TestCluster();
    List<String> ranges = new ArrayList<>(cluster.ranges);
    ranges.addAll(world.cluster);
    cluster.ranges = ranges;
    cluster.serviceAddresses = world.services;
    cluster.platformBlocked = world.platform;
    String dns = world.dns.isEmpty() ? "" : ", dns: {servers: %s}".formatted(quoted(world.dns));
    String allow =
        world.allow.stream()
            .map("{cidr: '%s', ports: [{port: 443}]}"::formatted)
            .collect(Collectors.joining(", ", "[", "]"));
    String network =
        world.internet
            ? "network: {mode: Internet%s}".formatted(dns)
            : "network: {mode: Allowlist, allow: %s%s}".formatted(allow, dns);
    return Planner.plan(
        TestObjects.task(network),
        TestObjects.policyWith(
            "network: {modes: [Allowlist, Internet], allowedCidrs: [0.0.0.0/0, '::/0'], blockedCidrs: %s}"
                .formatted(quoted(world.policy))),
        cluster.facts());
  }

  private static String quoted(List<String> texts) {
    return texts.stream().collect(Collectors.joining("', '", "['", "']")).replace("['']", "[]");
  }

  /** By the words of the API, not by what was rendered. */
  private static boolean granted(World world, Address address) {
    if (world.dns.stream().anyMatch(server -> Span.of(host(server)).holds(address))) {
      return true;
    }
    if (!world.internet) {
      return world.allow.stream().anyMatch(range -> Span.of(range).holds(address));
    }
    return (address.bits == 32 || GLOBAL_UNICAST.holds(address))
        && !contained(notOnTheInternet(world), address);
  }

  private static String host(String server) {
    return server + (server.contains(":") ? "/128" : "/32");
  }

  private static Set<String> never(World world) {
    Set<String> ranges = new TreeSet<>(own(world));
    BlockList.builtIn().entries().stream()
        .filter(entry -> entry.uses().contains(Use.REFUSED))
        .forEach(entry -> ranges.add(entry.range().text()));
    return ranges;
  }

  private static Set<String> notOnTheInternet(World world) {
    Set<String> ranges = new TreeSet<>(own(world));
    BlockList.builtIn().entries().forEach(entry -> ranges.add(entry.range().text()));
    return ranges;
  }

  private static Set<String> own(World world) {
    Set<String> ranges = new TreeSet<>(new TestCluster().ranges);
    ranges.addAll(world.cluster);
    ranges.addAll(world.services);
    ranges.addAll(world.platform);
    ranges.addAll(world.policy);
    return ranges;
  }

  /** Whether a range holds the address, or the IPv4 address that it stands for. */
  private static boolean contained(Set<String> ranges, Address address) {
    return ranges.stream()
        .map(Span::of)
        .anyMatch(span -> address.forms().stream().anyMatch(span::holds));
  }

  private static boolean covers(NetworkPolicy policy, Address address) {
    return policy.getSpec().getEgress().stream()
        .flatMap(rule -> rule.getTo().stream())
        .map(peer -> peer.getIpBlock())
        .anyMatch(block -> covers(block, address));
  }

  private static boolean covers(IPBlock block, Address address) {
    return Span.of(block.getCidr()).holds(address)
        && block.getExcept().stream().noneMatch(hole -> Span.of(hole).holds(address));
  }

  private static List<Address> boundaries(World world) {
    Set<String> ranges = new TreeSet<>(notOnTheInternet(world));
    ranges.addAll(world.allow);
    world.dns.forEach(server -> ranges.add(host(server)));
    ranges.addAll(List.of("0.0.0.0/0", "2000::/3"));
    List<Address> addresses = new ArrayList<>();
    for (String range : ranges) {
      Span span = Span.of(range);
      for (BigInteger value :
          List.of(
              span.first.subtract(BigInteger.ONE),
              span.first,
              span.last,
              span.last.add(BigInteger.ONE))) {
        if (value.signum() >= 0 && value.bitLength() <= span.bits) {
          Address address = new Address(span.bits, value);
          addresses.add(address);
          addresses.addAll(address.disguises());
        }
      }
    }
    return addresses;
  }

  private static String single(int bits, BigInteger value) {
    if (bits == 32) {
      long v = value.longValueExact();
      return "%d.%d.%d.%d/32".formatted(v >> 24, v >> 16 & 255, v >> 8 & 255, v & 255);
    }
    List<String> groups = new ArrayList<>();
    for (int i = 7; i >= 0; i--) {
      groups.add(Integer.toHexString(value.shiftRight(16 * i).intValue() & 0xffff));
    }
    return Cidr.parse(String.join(":", groups) + "/128").text();
  }

  /** An address as a number of 32 or 128 bits. */
  record Address(int bits, BigInteger value) {
    private static final BigInteger MAPPED = BigInteger.valueOf(0xffff);
    private static final BigInteger NAT64 = new BigInteger("64ff9b", 16).shiftLeft(64);

    /** IPv4-mapped, NAT64, and 6to4 with its first and last address. */
    List<Address> disguises() {
      if (bits == 128) {
        return List.of();
      }
      BigInteger sixToFour = BigInteger.valueOf(0x2002).shiftLeft(112).or(value.shiftLeft(80));
      return List.of(
          new Address(128, MAPPED.shiftLeft(32).or(value)),
          new Address(128, NAT64.shiftLeft(32).or(value)),
          new Address(128, sixToFour),
          new Address(128, sixToFour.or(BigInteger.ONE.shiftLeft(80).subtract(BigInteger.ONE))));
    }

    /** Itself, and the IPv4 address inside. */
    List<Address> forms() {
      List<Address> forms = new ArrayList<>(List.of(this));
      if (bits == 128) {
        BigInteger low = new BigInteger("ffffffff", 16);
        BigInteger prefix = value.shiftRight(32);
        if (prefix.equals(MAPPED) || prefix.equals(NAT64)) {
          forms.add(new Address(32, value.and(low)));
        }
        if (value.shiftRight(112).intValue() == 0x2002) {
          forms.add(new Address(32, value.shiftRight(80).and(low)));
        }
      }
      return forms;
    }

    @Override
    public String toString() {
      return single(bits, value);
    }
  }

  /** A range as its first and last address. */
  record Span(int bits, BigInteger first, BigInteger last) {
    static Span of(String cidr) {
      String[] parts = cidr.split("/", 2);
      boolean six = parts[0].contains(":");
      int bits = six ? 128 : 32;
      BigInteger first = six ? six(parts[0]) : four(parts[0]);
      BigInteger size = BigInteger.ONE.shiftLeft(bits - Integer.parseInt(parts[1]));
      return new Span(bits, first, first.add(size).subtract(BigInteger.ONE));
    }

    boolean holds(Address address) {
      return address.bits == bits
          && first.compareTo(address.value) <= 0
          && last.compareTo(address.value) >= 0;
    }

    private static BigInteger four(String text) {
      return Arrays.stream(text.split("\\.", 4))
          .map(BigInteger::new)
          .reduce(BigInteger.ZERO, (sum, part) -> sum.shiftLeft(8).or(part));
    }

    private static BigInteger six(String text) {
      if (text.contains(".")) {
        int colon = text.lastIndexOf(':');
        long v4 = four(text.substring(colon + 1)).longValueExact();
        return six("%s:%x:%x".formatted(text.substring(0, colon), v4 >> 16 & 0xffff, v4 & 0xffff));
      }
      String[] halves = text.split("::", -1);
      List<String> groups = new ArrayList<>(groups(halves[0]));
      if (halves.length == 2) {
        List<String> tail = groups(halves[1]);
        while (groups.size() + tail.size() < 8) {
          groups.add("0");
        }
        groups.addAll(tail);
      }
      return groups.stream()
          .map(group -> new BigInteger(group, 16))
          .reduce(BigInteger.ZERO, (sum, group) -> sum.shiftLeft(16).or(group));
    }

    private static List<String> groups(String text) {
      return text.isEmpty() ? List.of() : List.of(text.split(":", -1));
    }
  }
}
