package dev.glovebox.cli.doctor;

import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.Map;
import java.util.Objects;

/** Whether the operator is there, ready, and of this program's version. */
final class OperatorDeployment implements Check {
  static final String NAME = "glovebox-operator";
  private static final String VERSION_LABEL = "app.kubernetes.io/version";

  @Override
  public String look(Seen seen, Findings findings) {
    String where = "Deployment %s/%s".formatted(seen.operatorNamespace(), NAME);
    if (seen.operator() instanceof Lookup.Absent<Deployment>) {
      findings.failed(
          "there is no " + where,
          "install the chart, or name its namespace with --operator-namespace");
      return where;
    }
    Deployment operator = Seen.need(seen.operator());
    int wanted = Objects.requireNonNullElse(operator.getSpec().getReplicas(), 1);
    int ready = ready(operator);
    if (wanted == 0 || ready < wanted) {
      findings.add(notReady(seen, where, wanted, ready));
    }
    String version =
        Objects.requireNonNullElse(operator.getMetadata().getLabels(), Map.<String, String>of())
            .getOrDefault(VERSION_LABEL, "");
    if (!seen.ownVersion().isEmpty() && !version.equals(seen.ownVersion())) {
      findings.warning(
          "the operator has version %s, this program %s"
              .formatted(version.isEmpty() ? "unknown" : version, seen.ownVersion()),
          "use the kubectl-glovebox of the operator's release, or upgrade the chart");
    }
    return "%s: version %s, %d of %d ready".formatted(where, version, ready, wanted);
  }

  /** 0 when the Deployment does not say. */
  static int ready(Deployment deployment) {
    return deployment.getStatus() == null
        ? 0
        : Objects.requireNonNullElse(deployment.getStatus().getReadyReplicas(), 0);
  }

  private static Finding notReady(Seen seen, String where, int wanted, int ready) {
    return new Finding(
        ready == 0 ? Level.FAILED : Level.WARNING,
        "%s has %d of %d replicas ready".formatted(where, ready, wanted),
        wanted == 0
            ? "scale it to at least 1"
            : "kubectl -n %s describe pods, and logs deployment/%s"
                .formatted(seen.operatorNamespace(), NAME),
        // The operator says that it is not ready when they are not in force.
        wanted > 0 && admissionPoliciesLack(seen) ? "AdmissionPolicies" : null);
  }

  private static boolean admissionPoliciesLack(Seen seen) {
    try {
      return !AdmissionPolicies.wrong(seen).isEmpty();
    } catch (NotKnown e) {
      return false;
    }
  }
}
