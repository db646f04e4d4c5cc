package dev.glovebox.cli.doctor;

/** Whether a sandbox reaches the kubelet of the node that it runs on. */
final class OwnNodeReachable implements Check {
  @Override
  public String look(Seen seen, Findings findings) {
    var certified = Standing.needCertified(seen);
    for (Standing one : certified) {
      Boolean reachable = one.verdict().nodeReachable();
      if (reachable == null) {
        findings.unknown(
            "certificate %s does not say whether the own node answers".formatted(one.name()),
            "it is renewed within 15 minutes while tasks run");
      } else if (reachable) {
        findings.warning(
            "a sandbox on %s reaches its own node (port 10250); NetworkPolicy cannot forbid that everywhere"
                .formatted(one.node()),
            "block pods in the node's firewall or by the network plugin's host policy; policies without"
                + " reportOnly NodeReachable refuse tasks there");
      }
    }
    return "a sandbox does not reach the kubelet of its own node, asked by a restricted pod (nodes: %d)"
        .formatted(certified.stream().map(Standing::node).distinct().count());
  }
}
