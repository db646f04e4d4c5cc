package dev.glovebox.cli.doctor;

import java.util.List;
import java.util.TreeSet;

/** Whether a cloud's metadata service answers ordinary pods: no sandbox, but all beside it. */
final class MetadataReachable implements Check {
  @Override
  public String look(Seen seen, Findings findings) {
    var certified = Standing.needCertified(seen);
    for (Standing one : certified) {
      List<String> addresses = one.verdict().metadataAddresses();
      if (addresses == null) {
        findings.unknown(
            "certificate %s does not say which metadata addresses answer".formatted(one.name()),
            "it is renewed within 15 minutes while tasks run");
      } else if (!addresses.isEmpty()) {
        findings.warning(
            "%s answers pods without a NetworkPolicy on %s; sandboxes do not reach it"
                .formatted(String.join(", ", new TreeSet<>(addresses)), one.node()),
            "close it for ordinary pods too: by NetworkPolicies, or by the cloud's hop limit (IMDSv2) or concealment");
      }
    }
    return "no cloud metadata address answers pods, asked by an unrestricted one (nodes: %d)"
        .formatted(certified.stream().map(Standing::node).distinct().count());
  }
}
