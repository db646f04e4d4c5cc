package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.Destination;
import dev.glovebox.api.v1alpha1.Network;
import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.NetworkRules;
import dev.glovebox.core.net.BlockList;
import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.net.IpAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a policy says about the networks of tasks. */
final class NetworkPermission {

  private final String name;
  private final List<Cidr> allowed;
  private final BlockList blocked;
  private final List<String> problems;

  private NetworkPermission(
      String name, List<Cidr> allowed, List<Cidr> blocked, List<String> problems) {
    this.name = name;
    this.allowed = allowed;
    this.blocked = BlockList.builtIn().with(blocked, "blocked by the policy", name);
    this.problems = problems;
  }

  /**
   * What is not allowed.
   *
   * @param network with defaults filled in
   * @param rules with defaults filled in
   * @param name of the policy, for messages
   */
  static List<String> problems(Network network, NetworkRules rules, String name) {
    List<String> problems = new ArrayList<>();
    List<Cidr> allowed = ranges(name, "allowedCidrs", rules.allowedCidrs(), problems);
    List<Cidr> blocked = ranges(name, "blockedCidrs", rules.blockedCidrs(), problems);
    if (!rules.modes().contains(network.mode())) {
      problems.add(
          "spec.network.mode: %s is not a mode that %s allows (spec.network.modes: %s)"
              .formatted(network.mode(), name, rules.modes()));
    }
    new NetworkPermission(name, allowed, blocked, problems).destinations(network);
    return problems;
  }

  /** A range that cannot be read could be one to block, so it is never skipped. */
  private static List<Cidr> ranges(
      String name, String field, List<String> texts, List<String> problems) {
    List<Cidr> ranges = new ArrayList<>();
    for (String text : texts) {
      Optional<Cidr> range = ClusterRanges.parsed(text);
      range.ifPresent(ranges::add);
      if (range.isEmpty()) {
        problems.add(
            "%s: spec.network.%s: %s is not a range".formatted(name, field, Text.quoted(text)));
      }
    }
    return ranges;
  }

  private void destinations(Network network) {
    List<Destination> allow = network.allow();
    for (int i = 0; i < allow.size(); i++) {
      String field = "spec.network.allow[%d].cidr".formatted(i);
      Cidr range = Cidr.parse(allow.get(i).cidr());
      notBlocked(field, range);
      within(field, range);
    }
    List<String> servers = network.dns().servers();
    for (int i = 0; i < servers.size(); i++) {
      String field = "spec.network.dns.servers[%d]".formatted(i);
      Cidr server = Cidr.of(IpAddress.parse(servers.get(i)));
      notBlocked(field, server);
      // A resolver is a destination like any other, or DNS would be a way around the allow-list.
      if (network.mode() != NetworkMode.Internet || !onInternet(server)) {
        within(field, server);
      }
    }
  }

  private boolean onInternet(Cidr range) {
    return blocked.internet().stream()
        .anyMatch(
            part ->
                part.range().contains(range) && part.except().stream().noneMatch(range::overlaps));
  }

  private void notBlocked(String field, Cidr range) {
    blocked
        .refusing(range)
        .ifPresent(
            entry ->
                problems.add(
                    "%s: %s overlaps %s, which %s blocks (spec.network.blockedCidrs)"
                        .formatted(field, range.text(), entry.range().text(), name)));
  }

  private void within(String field, Cidr range) {
    if (!range.coveredBy(allowed)) {
      List<String> texts = allowed.stream().map(Cidr::text).toList();
      problems.add(
          "%s: %s is not within what %s allows (spec.network.allowedCidrs: %s)"
              .formatted(
                  field,
                  range.text(),
                  name,
                  texts.isEmpty() ? "none" : Text.shown(String.join(", ", texts))));
    }
  }
}
