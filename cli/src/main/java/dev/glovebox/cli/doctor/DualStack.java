package dev.glovebox.cli.doctor;

import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodIP;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Where pods have IPv6 addresses: whether IPv6 was shown to be closed as well. */
final class DualStack implements Check {
  @Override
  public String look(Seen seen, Findings findings) {
    List<String> service = Seen.need(seen.apiServer()).getSpec().getIpFamilies();
    List<Node> nodes = Seen.need(seen.nodes());
    List<String> canaries = canaryAddresses(seen);
    boolean ipv6 =
        service.contains("IPv6")
            || nodes.stream().flatMap(DualStack::ranges).anyMatch(range -> range.contains(":"))
            || canaries.stream().anyMatch(address -> address.contains(":"));
    // A network plugin that gives addresses by itself leaves the ranges out: its pods show them.
    if (!ipv6
        && canaries.isEmpty()
        && nodes.stream().anyMatch(node -> ranges(node).findAny().isEmpty())) {
      throw new NotKnown(
          "whether pods have IPv6 addresses: some nodes do not say from which ranges pods get theirs (spec.podCIDRs), and no canary's addresses could be read",
          "let the canaries run and look again; or: kubectl get pods -n %s -o jsonpath='{.items[*].status.podIPs}'"
              .formatted(Canaries.NAMESPACE),
          null);
    }
    if (!ipv6) {
      return "pods and services have IPv4 addresses only";
    }
    for (Standing one : Standing.needCertified(seen)) {
      boolean shown =
          Objects.requireNonNullElse(one.verdict().answers(), List.<String>of()).stream()
              .anyMatch(answer -> answer.startsWith("["));
      if (!shown) {
        findings.warning(
            "pods have IPv6 addresses, and nothing answered an unrestricted pod on %s over IPv6: its silence in sandboxes proves nothing"
                .formatted(one.node()),
            "make the canaries or the API server reachable over IPv6, or take IPv6 from pods");
      }
    }
    return "pods have IPv6 addresses";
  }

  private static Stream<String> ranges(Node node) {
    return node.getSpec() == null
        ? Stream.of()
        : Stream.concat(
            node.getSpec().getPodCIDRs().stream(), Stream.ofNullable(node.getSpec().getPodCIDR()));
  }

  /** Empty where they could not be read. */
  private static List<String> canaryAddresses(Seen seen) {
    return seen.canaryPods() instanceof Lookup.Found<List<Pod>> found
        ? found.value().stream()
            .filter(pod -> pod.getStatus() != null)
            .flatMap(pod -> pod.getStatus().getPodIPs().stream())
            .map(PodIP::getIp)
            .filter(Objects::nonNull)
            .toList()
        : List.of();
  }
}
