package dev.glovebox.cli.doctor;

import dev.glovebox.operator.facts.Rights;
import java.util.List;
import java.util.stream.Stream;

/** Whether the operator's service account may do what it must. */
final class OperatorRights implements Check {
  /**
   * In all namespaces. Secrets and other kinds of network policy are not among them: the chart's
   * values give them up on purpose.
   */
  static final List<Rights.Right> EVERYWHERE =
      Stream.concat(Rights.CLUSTER.stream(), Rights.EVENTS.stream()).toList();

  @Override
  public String look(Seen seen, Findings findings) {
    List<String> denied = Seen.need(seen.deniedRights());
    if (!denied.isEmpty()) {
      findings.failed(
          "service account %s/%s may not %s"
              .formatted(
                  seen.operatorNamespace(), OperatorDeployment.NAME, String.join("; ", denied)),
          "install the chart's roles again (helm upgrade)");
    }
    return "the operator's service account has the %d rights that it needs"
        .formatted(
            Stream.concat(EVERYWHERE.stream(), Rights.OWN_NAMESPACE.stream())
                .mapToInt(right -> right.verbs().size())
                .sum());
  }
}
