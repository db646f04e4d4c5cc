package dev.glovebox.cli.doctor;

import dev.glovebox.core.plan.Certification;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** Whether the nodes with a runtime are certified for it. */
final class Certificates implements Check {
  @Override
  public String look(Seen seen, Findings findings) {
    List<Standing> all = Standing.all(seen);
    if (all.isEmpty()) {
      throw new NotKnown(
          "no node can be certified", "see the check that has the cause", "RuntimeNodes");
    }
    for (Standing one : all) {
      // That NetworkPolicies have no effect is another check's finding.
      if (one.verdict() != null && !one.certified() && !one.refuted(Certification.NOT_ENFORCED)) {
        refuted(one, findings);
      }
    }
    all.stream()
        .collect(
            Collectors.groupingBy(Standing::runtimeClass, LinkedHashMap::new, Collectors.toList()))
        .forEach((name, standings) -> neverShown(name, standings, findings));
    List<Standing> certified = all.stream().filter(Standing::certified).toList();
    return "%d of %d certified%s"
        .formatted(
            certified.size(),
            all.size(),
            certified.stream()
                .limit(5)
                .map(one -> "%s until %s".formatted(one.name(), one.verdict().expiryTime()))
                .collect(Collectors.joining(", ", certified.isEmpty() ? "" : ": ", "")));
  }

  private static void refuted(Standing one, Findings findings) {
    String seen =
        "%s: %s, %s".formatted(one.name(), one.verdict().reason(), one.verdict().message());
    String remedy = "kubectl get ncert; once it is mended, it is certified again within a minute";
    if (one.refuted(Certification.INCONCLUSIVE)) {
      findings.unknown(seen, remedy);
    } else {
      findings.failed(seen, remedy);
    }
  }

  /** Nodes are certified when tasks need them, so a verdict on one of several is enough. */
  private static void neverShown(String name, List<Standing> standings, Findings findings) {
    if (standings.stream().allMatch(one -> one.verdict() == null)) {
      findings.unknown(
          "no node holds a certificate for RuntimeClass %s: %s"
              .formatted(
                  name,
                  standings.stream()
                      .limit(5)
                      .map(one -> "%s, %s".formatted(one.node(), one.why()))
                      .collect(Collectors.joining("; "))),
          "nodes are certified when tasks need them, for 15 minutes: run one (kubectl glovebox verify --image IMAGE), then look again");
    }
  }
}
