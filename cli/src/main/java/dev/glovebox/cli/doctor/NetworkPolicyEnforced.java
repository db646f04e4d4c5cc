package dev.glovebox.cli.doctor;

import dev.glovebox.core.plan.Certification;
import java.util.List;
import java.util.stream.Collectors;

/** Whether NetworkPolicies have an effect on the nodes: what certification saw there. */
final class NetworkPolicyEnforced implements Check {
  @Override
  public String look(Seen seen, Findings findings) {
    List<Standing> open =
        Standing.all(seen).stream().filter(one -> one.refuted(Certification.NOT_ENFORCED)).toList();
    if (open.isEmpty()) {
      return Standing.needCertified(seen).stream()
          .map(Standing::node)
          .distinct()
          .limit(5)
          .collect(
              Collectors.joining(
                  ", ",
                  "a restricted pod reached nothing that an unrestricted one reached, on ",
                  ""));
    }
    for (Standing one : open) {
      findings.failed(
          "NetworkPolicies have no effect on %s: %s".formatted(one.node(), one.verdict().message()),
          "install a network plugin that enforces NetworkPolicies, or repair it on this node");
    }
    return "NetworkPolicies have no effect on %d nodes".formatted(open.size());
  }
}
