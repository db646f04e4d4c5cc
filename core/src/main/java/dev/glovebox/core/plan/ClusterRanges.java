package dev.glovebox.core.plan;

import dev.glovebox.core.net.BlockList;
import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.net.IpAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where the cluster itself lives, as ranges, and what the platform team blocks.
 *
 * @param blocked the built-in block list and these ranges
 * @param unreadable what was given as a range and is none, in words: then it is not known what to
 *     block
 */
record ClusterRanges(BlockList blocked, List<String> unreadable) {

  /** The built-in block list alone: for a task that is granted no network, nothing else matters. */
  static ClusterRanges builtIn() {
    return new ClusterRanges(BlockList.builtIn(), List.of());
  }

  /** Everything in the facts that is the cluster's own or blocked by the platform team. */
  static ClusterRanges of(Facts facts) {
    List<String> more = new ArrayList<>();
    facts.nodes().forEach(node -> more.addAll(node.addresses()));
    facts.canaries().forEach(canary -> more.add(canary.address()));
    return of(facts.network(), facts.platform(), more);
  }

  /**
   * The same of what is known without a snapshot for a task.
   *
   * @param more addresses besides those in {@code network}
   */
  static ClusterRanges of(Facts.NetworkFacts network, Facts.Platform platform, List<String> more) {
    List<String> unreadable = new ArrayList<>();
    List<Cidr> cluster = new ArrayList<>(read(network.ranges(), Cidr::parse, unreadable));
    List<String> addresses = new ArrayList<>(more);
    network.apiServers().forEach(endpoint -> addresses.add(endpoint.address()));
    network.dns().forEach(endpoint -> addresses.add(endpoint.address()));
    cluster.addAll(read(addresses, text -> Cidr.of(IpAddress.parse(text)), unreadable));
    List<Cidr> services = read(network.serviceAddresses(), Cidr::parse, unreadable);
    List<Cidr> blockedToo = read(platform.blockedCidrs(), Cidr::parse, unreadable);
    BlockList blocked =
        BlockList.builtIn()
            .with(cluster, "the cluster's own", "the cluster")
            .with(services, "an external or load-balancer address of a Service", "the cluster")
            .with(blockedToo, "blocked by the platform team", "the chart's values");
    return new ClusterRanges(blocked, List.copyOf(unreadable));
  }

  private static List<Cidr> read(
      List<String> texts, Function<String, Cidr> reader, List<String> unreadable) {
    List<Cidr> ranges = new ArrayList<>();
    for (String text : texts) {
      try {
        ranges.add(reader.apply(text));
      } catch (IllegalArgumentException e) {
        unreadable.add("%s %s".formatted(Text.quoted(text), e.getMessage()));
      }
    }
    return ranges;
  }

  /** A range as text; empty when it is none. */
  static Optional<Cidr> parsed(String text) {
    try {
      return Optional.of(Cidr.parse(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
