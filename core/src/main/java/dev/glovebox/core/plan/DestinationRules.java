package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.Destination;
import dev.glovebox.api.v1alpha1.DestinationPort;
import dev.glovebox.api.v1alpha1.Network;
import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.core.net.BlockList;
import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.net.IpAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a task may name as a destination or resolver, whatever a policy says. */
final class DestinationRules {

  private static final int MAX_SERVERS = 3;

  private final BlockList blocked;
  private final List<String> problems = new ArrayList<>();

  private DestinationRules(BlockList blocked) {
    this.blocked = blocked;
  }

  /**
   * What is wrong.
   *
   * @param network as the user wrote it; null = mode None
   * @param blocked the built-in list and the cluster's own ranges
   */
  static List<String> problems(Network network, BlockList blocked) {
    DestinationRules rules = new DestinationRules(blocked);
    if (network != null) {
      NetworkMode mode = network.mode() == null ? NetworkMode.None : network.mode();
      rules.allow(mode, network.allow());
      if (network.dns() != null) {
        rules.dns(mode, network.dns().servers());
      }
    }
    return rules.problems;
  }

  private void allow(NetworkMode mode, List<Destination> allow) {
    if (mode != NetworkMode.Allowlist) {
      if (allow != null && !allow.isEmpty()) {
        problems.add("spec.network.allow: is for mode Allowlist only, and mode is " + mode);
      }
      return;
    }
    if (allow == null || allow.isEmpty()) {
      problems.add("spec.network.allow: is empty; mode Allowlist needs at least one destination");
      return;
    }
    List<Cidr> ranges = new ArrayList<>();
    for (int i = 0; i < allow.size(); i++) {
      String field = "spec.network.allow[%d]".formatted(i);
      Destination destination = allow.get(i);
      if (destination == null) {
        problems.add(field + ": is null");
        continue;
      }
      range(field + ".cidr", destination.cidr(), ranges);
      ports(field + ".ports", destination.ports());
    }
    if (blocked.coversInternet(ranges)) {
      problems.add(
          "spec.network.allow: the destinations together cover everything; that is no allow-list");
    }
  }

  private void range(String field, String text, List<Cidr> ranges) {
    try {
      Cidr range = Cidr.parse(text);
      if (ranges.contains(range)) {
        problems.add("%s: %s is listed twice".formatted(field, range.text()));
      }
      ranges.add(range);
      refused(field, range);
    } catch (IllegalArgumentException e) {
      problems.add("%s: %s".formatted(field, Text.shown(e.getMessage())));
    }
  }

  private void refused(String field, Cidr range) {
    blocked
        .refusing(range)
        .ifPresent(
            entry ->
                problems.add(
                    "%s: %s overlaps %s (%s), which no task may reach"
                        .formatted(field, range.text(), entry.range().text(), entry.what())));
  }

  private void ports(String field, List<DestinationPort> ports) {
    if (ports == null || ports.isEmpty()) {
      problems.add(field + ": is empty; name at least one port");
      return;
    }
    for (int i = 0; i < ports.size(); i++) {
      DestinationPort port = ports.get(i);
      if (port == null || port.port() == null || port.port() < 1 || port.port() > 65535) {
        problems.add(
            "%s[%d].port: %s is not from 1 to 65535"
                .formatted(field, i, port == null ? null : port.port()));
      }
    }
  }

  private void dns(NetworkMode mode, List<String> servers) {
    if (mode == NetworkMode.None) {
      problems.add("spec.network.dns: is for modes Allowlist and Internet only, and mode is None");
      return;
    }
    if (servers == null || servers.isEmpty() || servers.size() > MAX_SERVERS) {
      problems.add("spec.network.dns.servers: 1 to 3 addresses are expected");
      return;
    }
    Set<IpAddress> seen = new HashSet<>();
    for (int i = 0; i < servers.size(); i++) {
      String field = "spec.network.dns.servers[%d]".formatted(i);
      try {
        IpAddress server = IpAddress.parse(servers.get(i));
        if (!seen.add(server)) {
          problems.add("%s: %s is listed twice".formatted(field, server.text()));
        }
        refused(field, Cidr.of(server));
      } catch (IllegalArgumentException e) {
        problems.add("%s: %s".formatted(field, Text.shown(e.getMessage())));
      }
    }
  }
}
