package dev.glovebox.cli.doctor;

import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.Objects;

/** Whether what every proof is measured against runs. */
final class Canaries implements Check {
  static final String NAMESPACE = "glovebox-canary";
  static final String NAME = "glovebox-canary";

  @Override
  public String look(Seen seen, Findings findings) {
    String where = "Deployment %s/%s".formatted(NAMESPACE, NAME);
    if (seen.canaries() instanceof Lookup.Absent<Deployment>) {
      findings.failed("there is no " + where + ": nothing can be proved", "install the chart");
      return where;
    }
    Deployment canaries = Seen.need(seen.canaries());
    int wanted = Objects.requireNonNullElse(canaries.getSpec().getReplicas(), 1);
    int ready = OperatorDeployment.ready(canaries);
    String remedy = "kubectl -n %s describe pods".formatted(NAMESPACE);
    if (ready == 0) {
      findings.failed(where + " has no ready pod: nothing can be proved, and tasks wait", remedy);
    } else if (ready < wanted) {
      findings.warning("%s has %d of %d pods ready".formatted(where, ready, wanted), remedy);
    }
    return "%s, which every proof is measured against: %d of %d ready"
        .formatted(where, ready, wanted);
  }
}
