package dev.glovebox.core.plan;

import dev.glovebox.api.v1alpha1.TransportProtocol;
import dev.glovebox.core.net.BlockList;
import dev.glovebox.core.net.IpAddress;
import dev.glovebox.core.net.IpAddress.Family;
import dev.glovebox.core.plan.ProbeTarget.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What the probe must find blocked from inside the sandbox: the canaries, which are known to
 * answer, and what must not be reached above all else. None of these can be granted to a task.
 */
public final class TargetSelection {

  /** A sample is enough: a policy engine has no rule for one node. */
  private static final int MAX_KUBELETS = 3;

  private static final int METADATA_PORT = 80;

  private final Facts facts;
  private final List<ProbeTarget> targets = new ArrayList<>();

  private TargetSelection(Facts facts) {
    this.facts = facts;
  }

  /**
   * The targets, always in the same order.
   *
   * @param candidates certified nodes that the pod may land on
   */
  static List<ProbeTarget> of(
      Facts facts, Facts.RuntimeClassFacts runtimeClass, List<Facts.NodeFacts> candidates) {
    List<Facts.CertificateFacts> certificates =
        candidates.stream()
            .map(
                node ->
                    facts.certificates().get(Certification.name(node.name(), runtimeClass.name())))
            .toList();
    return all(facts, candidates).stream()
        .map(target -> target.certified(answersEverywhere(target, certificates)))
        .toList();
  }

  /**
   * What a certification asks on a node: the same, and none is known to answer yet.
   *
   * @param node the node to be certified
   */
  public static List<ProbeTarget> survey(Facts facts, Facts.NodeFacts node) {
    return all(facts, List.of(node));
  }

  /**
   * Only what answered an unrestricted pod on every node that the pod may land on. The own node is
   * a check of its own, which many policy engines cannot pass, and proves nothing of the others.
   */
  private static boolean answersEverywhere(
      ProbeTarget target, List<Facts.CertificateFacts> certificates) {
    return target.kind() != Kind.OwnNode
        && certificates.stream()
            .allMatch(c -> c != null && c.answers().contains(target.endpoint()));
  }

  private static List<ProbeTarget> all(Facts facts, List<Facts.NodeFacts> candidates) {
    TargetSelection selection = new TargetSelection(facts);
    selection.canaries();
    selection.apiServers();
    selection.dns();
    selection.ownNode();
    selection.kubelets(candidates);
    selection.metadata();
    return List.copyOf(selection.targets);
  }

  private void canaries() {
    for (int i = 0; i < facts.canaries().size(); i++) {
      for (TransportProtocol protocol : TransportProtocol.values()) {
        targets.add(canary(facts.canaries().get(i), i, protocol.name()));
      }
    }
  }

  /** A canary as a target: the i-th, from 0. */
  static ProbeTarget canary(Facts.CanaryFacts canary, int i, String protocol) {
    return new ProbeTarget(
        "canary-" + i + "-" + protocol.toLowerCase(Locale.ROOT),
        Kind.Canary,
        canary.address(),
        canary.port(),
        protocol,
        false);
  }

  private void apiServers() {
    List<Facts.Endpoint> servers = facts.network().apiServers().stream().distinct().toList();
    for (int i = 0; i < servers.size(); i++) {
      tcp("api-server-" + i, Kind.ApiServer, servers.get(i).address(), servers.get(i).port());
    }
  }

  private void dns() {
    List<Facts.Endpoint> servers = facts.network().dns().stream().distinct().toList();
    for (int i = 0; i < servers.size(); i++) {
      for (TransportProtocol protocol : TransportProtocol.values()) {
        targets.add(
            new ProbeTarget(
                "dns-" + i + "-" + protocol.name().toLowerCase(Locale.ROOT),
                Kind.Dns,
                servers.get(i).address(),
                servers.get(i).port(),
                protocol.name(),
                false));
      }
    }
  }

  /** The address is known only when the pod has landed: the kubelet fills it in. */
  private void ownNode() {
    tcp("own-node-kubelet", Kind.OwnNode, "$(" + Names.HOST_IP_VARIABLE + ")", Names.KUBELET_PORT);
  }

  /**
   * Kubelets of nodes that the pod cannot land on. A candidate's would be the own node for some
   * pods, which a policy may treat differently (ReportableCheck NodeReachable).
   */
  private void kubelets(List<Facts.NodeFacts> candidates) {
    Set<String> possible = new HashSet<>();
    candidates.forEach(node -> possible.add(node.name()));
    facts.nodes().stream()
        .filter(node -> !possible.contains(node.name()) && !node.addresses().isEmpty())
        .sorted(Comparator.comparing(Facts.NodeFacts::name))
        .limit(MAX_KUBELETS)
        .forEach(
            node ->
                tcp(
                    "kubelet-" + node.name(),
                    Kind.Kubelet,
                    node.addresses().getFirst(),
                    Names.KUBELET_PORT));
  }

  /**
   * IPv6 ones only where the cluster has IPv6: elsewhere there is no route, which proves nothing.
   */
  private void metadata() {
    boolean ipv6 =
        facts.network().ranges().stream()
            .flatMap(range -> ClusterRanges.parsed(range).stream())
            .anyMatch(range -> range.family() == Family.IPV6);
    for (IpAddress address : BlockList.builtIn().probed()) {
      if (ipv6 || address.family() == Family.IPV4) {
        tcp("metadata-" + address.text(), Kind.Metadata, address.text(), METADATA_PORT);
      }
    }
  }

  private void tcp(String name, Kind kind, String address, int port) {
    targets.add(new ProbeTarget(name, kind, address, port, TransportProtocol.TCP.name(), false));
  }
}
