package dev.glovebox.cli.doctor;

import io.fabric8.kubernetes.api.model.Node;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Where pods have IPv6 addresses: whether IPv6 was shown to be closed as well. */
final class DualStack implements Check {
  @Override
  public String look(Seen seen, Findings findings) {
    var service = Seen.need(seen.apiServer()).getSpec();
    List<Node> nodes = Seen.need(seen.nodes());
    boolean ipv6 =
        Stream.concat(
                service.getIpFamilies().stream().map(family -> family.equals("IPv6") ? ":" : ""),
                nodes.stream()
                    .filter(node -> node.getSpec() != null)
                    .flatMap(
                        node ->
                            Stream.concat(
                                node.getSpec().getPodCIDRs().stream(),
                                Stream.ofNullable(node.getSpec().getPodCIDR()))))
            .anyMatch(range -> range.contains(":"));
    if (!ipv6
        && nodes.stream()
            .anyMatch(
                node ->
                    node.getSpec() == null
                        || (node.getSpec().getPodCIDR() == null
                            && node.getSpec().getPodCIDRs().isEmpty()))) {
      throw new NotKnown(
          "some nodes do not say from which ranges their pods get addresses (spec.podCIDRs)",
          "look whether pods have IPv6 addresses: kubectl get pods -n glovebox-canary -o jsonpath='{.items[*].status.podIPs}'",
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
}
