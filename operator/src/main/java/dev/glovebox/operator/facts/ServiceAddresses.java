package dev.glovebox.operator.facts;

import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.net.IpAddress;
import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.LoadBalancerIngressBuilder;
import io.fabric8.kubernetes.api.model.LoadBalancerStatus;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import io.fabric8.kubernetes.api.model.ServiceSpecBuilder;
import io.fabric8.kubernetes.api.model.ServiceStatus;
import io.fabric8.kubernetes.api.model.ServiceStatusBuilder;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Addresses outside of the services' range at which a Service is reached: a node sends what goes
 * there to pods of the cluster. A load balancer that has a host name only has no address here, for
 * names are never looked up.
 */
final class ServiceAddresses {

  /** As many as a Service has in earnest, and many more: users write {@code spec.externalIPs}. */
  static final int MOST_OF_ONE = 256;

  /** What is not known could be anything. */
  static final List<String> ANY = List.of("0.0.0.0/0", "::/0");

  /** Kubernetes takes them for decimal: 010.0.0.1 is 10.0.0.1. */
  private static final Pattern LEADING_ZEROS = Pattern.compile("(^|\\.)0+(?=[0-9])");

  private static final BigInteger MAPPED = BigInteger.valueOf(0xffff);
  private static final BigInteger LOW = BigInteger.valueOf(0xffffffffL);

  private ServiceAddresses() {}

  /**
   * The addresses of a Service as ranges, sorted, each once. {@code spec.loadBalancerIP} is none of
   * them: it is a wish that anybody may have, and what came of it is in the status.
   *
   * @return {@link #ANY} when it has more than {@link #MOST_OF_ONE}, or one that cannot be read:
   *     the server has let it in, so it stands for something
   */
  static List<String> of(Service service) {
    List<String> inForce = inForce(service);
    if (inForce.size() > MOST_OF_ONE) {
      return ANY;
    }
    SortedSet<String> addresses = new TreeSet<>();
    for (String text : inForce) {
      Optional<Cidr> address = read(text);
      if (address.isEmpty()) {
        return ANY;
      }
      addresses.add(address.get().text());
    }
    return List.copyOf(addresses);
  }

  /** Those of all of them, sorted, each once. */
  static List<String> ofAll(List<Service> services) {
    return services.stream().flatMap(service -> of(service).stream()).distinct().sorted().toList();
  }

  /** Who it is, and what {@link #of} reads; the answer for what is left is the same. */
  static Service kept(Service service) {
    return new ServiceBuilder()
        .withMetadata(Stripped.identity(service))
        .withSpec(spec(service))
        .withStatus(status(service))
        .build();
  }

  private static ServiceSpec spec(Service service) {
    ServiceSpec spec = service.getSpec();
    return spec == null || spec.getExternalIPs().isEmpty()
        ? null
        : new ServiceSpecBuilder()
            .withExternalIPs(spec.getExternalIPs().stream().limit(MOST_OF_ONE + 1).toList())
            .build();
  }

  private static ServiceStatus status(Service service) {
    List<LoadBalancerIngress> ingress =
        ingress(service)
            .limit(MOST_OF_ONE + 1)
            .map(ip -> new LoadBalancerIngressBuilder().withIp(ip).build())
            .toList();
    return ingress.isEmpty()
        ? null
        : new ServiceStatusBuilder().withLoadBalancer(new LoadBalancerStatus(ingress)).build();
  }

  private static List<String> inForce(Service service) {
    List<String> addresses = new ArrayList<>();
    if (service.getSpec() != null) {
      addresses.addAll(service.getSpec().getExternalIPs());
    }
    ingress(service).forEach(addresses::add);
    return addresses;
  }

  private static Stream<String> ingress(Service service) {
    ServiceStatus status = service.getStatus();
    return status == null || status.getLoadBalancer() == null
        ? Stream.empty()
        : status.getLoadBalancer().getIngress().stream()
            .map(LoadBalancerIngress::getIp)
            .filter(ip -> ip != null && !ip.isEmpty());
  }

  /** As the server and the nodes read it: an IPv4-mapped address is the IPv4 one. */
  private static Optional<Cidr> read(String text) {
    try {
      IpAddress address =
          IpAddress.parse(text.contains(":") ? text : LEADING_ZEROS.matcher(text).replaceAll("$1"));
      boolean mapped =
          address.family() == IpAddress.Family.IPV6
              && address.value().shiftRight(IpAddress.Family.IPV4.bits()).equals(MAPPED);
      return Optional.of(
          Cidr.of(
              mapped ? new IpAddress(IpAddress.Family.IPV4, address.value().and(LOW)) : address));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
