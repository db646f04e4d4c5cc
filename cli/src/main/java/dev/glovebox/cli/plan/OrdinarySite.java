package dev.glovebox.cli.plan;

import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.net.IpAddress;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Names;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Addresses that an ordinary cluster may have.
 *
 * @param canaries one, in the range of the pods
 */
record OrdinarySite(Facts.NetworkFacts network, List<Facts.CanaryFacts> canaries) {
  /** Kubeadm's and Flannel's ranges, which most documentation uses too; and others beside them. */
  private static final List<OrdinarySite> SITES =
      List.of(
          of("10.244.0.0/16", "10.96.0.0/12", "192.168.0.0/24"),
          of("172.20.0.0/16", "172.21.0.0/16", "172.22.0.0/24"),
          of("100.64.0.0/16", "100.65.0.0/16", "100.66.0.0/24"));

  static OrdinarySite usual() {
    return SITES.getFirst();
  }

  /**
   * One that holds nothing that a task is granted: no task is refused because it names an address
   * that only this program gave to the cluster. The last one when each of them does.
   *
   * @param spec null = grants nothing
   */
  static OrdinarySite apartFrom(SandboxTaskSpec spec) {
    List<Cidr> granted = granted(spec);
    return SITES.stream()
        .filter(
            site ->
                site.network.ranges().stream()
                    .map(Cidr::parse)
                    .noneMatch(own -> granted.stream().anyMatch(own::overlaps)))
        .findFirst()
        .orElseGet(SITES::getLast);
  }

  private static List<Cidr> granted(SandboxTaskSpec spec) {
    List<Cidr> granted = new ArrayList<>();
    if (spec == null || spec.network() == null) {
      return granted;
    }
    if (spec.network().allow() != null) {
      spec.network().allow().stream()
          .flatMap(to -> to == null ? Stream.empty() : read(to.cidr(), Cidr::parse).stream())
          .forEach(granted::add);
    }
    if (spec.network().dns() != null && spec.network().dns().servers() != null) {
      spec.network().dns().servers().stream()
          .flatMap(text -> read(text, one -> Cidr.of(IpAddress.parse(one))).stream())
          .forEach(granted::add);
    }
    return granted;
  }

  /** What is none is the planner's to name. */
  private static Optional<Cidr> read(String text, Function<String, Cidr> reader) {
    try {
      return text == null ? Optional.empty() : Optional.of(reader.apply(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static OrdinarySite of(String pods, String services, String nodes) {
    return new OrdinarySite(
        new Facts.NetworkFacts(
            List.of(
                new Facts.Endpoint(in(services, ".0.1"), 443),
                new Facts.Endpoint(in(nodes, ".0.10"), 6443)),
            List.of(new Facts.Endpoint(in(services, ".0.10"), 53)),
            List.of(pods, services, nodes),
            List.of(),
            List.of()),
        List.of(new Facts.CanaryFacts("glovebox-canary", in(pods, ".0.10"), Names.CANARY_PORT)));
  }

  private static String in(String range, String host) {
    return range.substring(0, range.indexOf(".0.0/")) + host;
  }
}
