package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.Destination;
import dev.glovebox.api.v1alpha1.Network;
import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.TransportProtocol;
import dev.glovebox.core.net.BlockList;
import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.net.IpAddress;
import java.util.ArrayList;
import java.util.List;

/** A granted network as rules of a NetworkPolicy. */
final class EgressRules {

  private static final int DNS_PORT = 53;

  private EgressRules() {}

  /**
   * The rules, in the order of the spec; resolvers last.
   *
   * @param network with defaults filled in, and allowed
   * @param blocked the built-in list, the cluster's own ranges
   * @param byPolicy ranges that the policy blocks besides
   */
  static List<Egress> of(Network network, BlockList blocked, List<String> byPolicy) {
    List<Egress> rules = new ArrayList<>();
    for (Destination destination : network.allow()) {
      List<Egress.Port> ports =
          destination.ports().stream()
              .map(port -> new Egress.Port(port.protocol().name(), port.port()))
              .toList();
      rules.add(new Egress(destination.cidr(), List.of(), ports));
    }
    if (network.mode() == NetworkMode.Internet) {
      List<Cidr> more = byPolicy.stream().map(Cidr::parse).toList();
      blocked.with(more, "blocked by the policy", "the policy").internet().stream()
          .map(EgressRules::internet)
          .forEach(rules::add);
    }
    for (String server : network.dns().servers()) {
      String range = Cidr.of(IpAddress.parse(server)).text();
      rules.add(new Egress(range, List.of(), everyProtocol(DNS_PORT)));
    }
    return List.copyOf(rules);
  }

  private static Egress internet(BlockList.Internet part) {
    List<String> except = part.except().stream().map(Cidr::text).toList();
    return new Egress(part.range().text(), except, everyProtocol(null));
  }

  private static List<Egress.Port> everyProtocol(Integer port) {
    List<Egress.Port> ports = new ArrayList<>();
    for (TransportProtocol protocol : TransportProtocol.values()) {
      ports.add(new Egress.Port(protocol.name(), port));
    }
    return List.copyOf(ports);
  }
}
