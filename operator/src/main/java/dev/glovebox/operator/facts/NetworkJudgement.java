package dev.glovebox.operator.facts;

import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.net.IpAddress;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.networking.v1.ServiceCIDR;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where the cluster lives, from what was read of it: pure. What cannot be determined is named, and
 * then no task gets mode Internet: a range that is missing here is a range that a task would reach.
 */
final class NetworkJudgement {

  private static final String CONFIGURE =
      "; set GLOVEBOX_CLUSTER_CIDRS (chart value ranges.cluster) to what the API does not show";

  private static final String HEADLESS = "None";

  private final List<Cidr> configured;
  private final Set<Facts.Endpoint> apiServers = new LinkedHashSet<>();
  private final Set<Facts.Endpoint> dns = new LinkedHashSet<>();
  private final List<Cidr> ranges = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();

  private NetworkJudgement(List<Cidr> configured) {
    this.configured = configured;
    ranges.addAll(configured);
  }

  /**
   * Judges.
   *
   * @param nodes every node; may be stripped to addresses and pod ranges
   * @param serviceAddresses {@link ServiceAddresses} of every Service
   * @param podAddresses addresses of pods that are known not to be on the host's network: a
   *     configured range stands for the pods' only when it holds them
   * @param configured ranges that the platform team gave, added to what is discovered
   */
  static Facts.NetworkFacts of(
      NetworkReads reads,
      List<Node> nodes,
      List<String> serviceAddresses,
      List<String> podAddresses,
      List<Cidr> configured) {
    var judgement = new NetworkJudgement(configured);
    judgement.apiServers(reads.apiService(), reads.apiEndpoints());
    judgement.dns(reads.dnsService());
    judgement.services(reads.serviceRanges());
    judgement.nodes(nodes, podAddresses);
    judgement.external(serviceAddresses);
    return new Facts.NetworkFacts(
        List.copyOf(judgement.apiServers),
        List.copyOf(judgement.dns),
        Cidr.withoutContained(judgement.ranges).stream().map(Cidr::text).toList(),
        List.copyOf(serviceAddresses),
        List.copyOf(judgement.missing));
  }

  private void apiServers(Lookup<Service> service, Lookup<List<EndpointSlice>> endpoints) {
    if (service instanceof Lookup.Found<Service> found) {
      endpoints(found.value(), apiServers);
    } else {
      missing.add(
          "the API server's service address: " + why(service, "Service default/kubernetes"));
    }
    int before = apiServers.size();
    if (endpoints instanceof Lookup.Found<List<EndpointSlice>> found) {
      for (EndpointSlice slice : found.value()) {
        for (var port : slice.getPorts()) {
          for (var endpoint : slice.getEndpoints()) {
            for (String address : endpoint.getAddresses()) {
              apiServers.add(new Facts.Endpoint(address, port.getPort()));
              single(address);
            }
          }
        }
      }
    }
    if (apiServers.size() == before) {
      missing.add(
          "the API server's own addresses: "
              + why(endpoints, "an EndpointSlice of Service default/kubernetes with an address"));
    }
  }

  private void dns(Lookup<Service> service) {
    switch (service) {
      case Lookup.Found<Service> found -> endpoints(found.value(), dns);
      // A cluster may have none, or give it another name: then there is nothing to probe.
      case Lookup.Absent<Service> absent -> {}
      case Lookup.Unreadable<Service> unreadable ->
          missing.add("the cluster's DNS service: " + unreadable.message());
    }
  }

  /** TCP and UDP ports of a Service fall together: the planner chooses the protocols. */
  private void endpoints(Service service, Set<Facts.Endpoint> into) {
    for (String address : service.getSpec().getClusterIPs()) {
      if (!address.equals(HEADLESS)) {
        service
            .getSpec()
            .getPorts()
            .forEach(port -> into.add(new Facts.Endpoint(address, port.getPort())));
        single(address);
      }
    }
  }

  private void services(Lookup<List<ServiceCIDR>> serviceRanges) {
    boolean any = false;
    if (serviceRanges instanceof Lookup.Found<List<ServiceCIDR>> found) {
      for (ServiceCIDR object : found.value()) {
        for (String range : object.getSpec().getCidrs()) {
          any |= range(range, "ServiceCIDR " + object.getMetadata().getName());
        }
      }
    }
    boolean vouched =
        !apiServers.isEmpty()
            && configured.stream().anyMatch(c -> holds(c, apiServers.iterator().next().address()));
    if (!any && !vouched) {
      missing.add("the services' ranges: " + why(serviceRanges, "a ServiceCIDR") + CONFIGURE);
    }
  }

  private void nodes(List<Node> nodes, List<String> podAddresses) {
    if (nodes.isEmpty()) {
      missing.add("the nodes' addresses: no Node is known");
    }
    boolean vouched =
        !podAddresses.isEmpty()
            && podAddresses.stream()
                .allMatch(address -> configured.stream().anyMatch(c -> holds(c, address)));
    for (Node node : nodes) {
      String name = node.getMetadata().getName();
      List<String> addresses = ObjectFacts.of(node).addresses();
      addresses.forEach(this::single);
      if (addresses.isEmpty()) {
        missing.add("the addresses of node " + name + ": its status has none");
      }
      boolean any = false;
      if (node.getSpec() != null) {
        for (String range : node.getSpec().getPodCIDRs()) {
          any |= range(range, "spec.podCIDRs of node " + name);
        }
      }
      if (!any && !vouched) {
        missing.add("the pods' range of node " + name + ": spec.podCIDRs is empty" + CONFIGURE);
      }
    }
  }

  private void external(List<String> serviceAddresses) {
    if (serviceAddresses.containsAll(ServiceAddresses.ANY)) {
      missing.add(
          "the external addresses of Services: one of them has more than %d, or one that is no IP address; find it by kubectl get services -A"
              .formatted(ServiceAddresses.MOST_OF_ONE));
    }
  }

  private void single(String address) {
    try {
      ranges.add(Cidr.of(IpAddress.parse(address)));
    } catch (IllegalArgumentException e) {
      missing.add("an address of the cluster: " + e.getMessage());
    }
  }

  private boolean range(String text, String from) {
    try {
      return ranges.add(Cidr.parse(text));
    } catch (IllegalArgumentException e) {
      missing.add(from + ": " + e.getMessage());
      return false;
    }
  }

  private static boolean holds(Cidr range, String address) {
    try {
      return range.contains(IpAddress.parse(address));
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String why(Lookup<?> lookup, String what) {
    return switch (lookup) {
      case Lookup.Unreadable<?> unreadable -> unreadable.message();
      default -> "there is no " + what;
    };
  }
}
