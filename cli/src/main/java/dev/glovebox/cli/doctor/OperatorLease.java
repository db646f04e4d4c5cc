package dev.glovebox.cli.doctor;

import dev.glovebox.core.plan.Lookup;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** Whether one operator leads now. */
final class OperatorLease implements Check {
  static final String NAME = "glovebox-operator";
  private static final int DEFAULT_SECONDS = 15;

  @Override
  public String look(Seen seen, Findings findings) {
    String where = "Lease %s/%s".formatted(seen.operatorNamespace(), NAME);
    if (withoutElection(seen)) {
      return "the operator is configured without leader election";
    }
    if (seen.lease() instanceof Lookup.Absent<Lease>) {
      nobody(seen, findings, "there is no " + where + ": no operator has ever led");
      return where;
    }
    var lease = Seen.need(seen.lease()).getSpec();
    String holder = lease.getHolderIdentity();
    if (holder == null || holder.isEmpty() || lease.getRenewTime() == null) {
      nobody(seen, findings, where + " is held by nobody");
      return where;
    }
    Instant renewed = lease.getRenewTime().toInstant();
    long age = Math.max(0, Duration.between(renewed, seen.now()).toSeconds());
    int holds = Objects.requireNonNullElse(lease.getLeaseDurationSeconds(), DEFAULT_SECONDS);
    if (age > holds) {
      nobody(
          seen,
          findings,
          "%s was last renewed %d s ago by %s; it holds for %d s"
              .formatted(where, age, holder, holds));
    }
    return "%s: held by %s, renewed %d s ago".formatted(where, holder, age);
  }

  private static void nobody(Seen seen, Findings findings, String what) {
    findings.add(
        new Finding(
            Level.FAILED,
            what + "; nobody looks after tasks",
            "see the operator's pods: kubectl -n %s get pods, and logs deployment/%s"
                .formatted(seen.operatorNamespace(), OperatorDeployment.NAME),
            operatorDown(seen) ? "OperatorDeployment" : null));
  }

  private static boolean operatorDown(Seen seen) {
    return switch (seen.operator()) {
      case Lookup.Found<Deployment> found -> OperatorDeployment.ready(found.value()) == 0;
      case Lookup.Absent<Deployment> absent -> true;
      case Lookup.Unreadable<Deployment> unreadable -> false;
    };
  }

  private static boolean withoutElection(Seen seen) {
    return seen.operator() instanceof Lookup.Found<Deployment> found
        && found.value().getSpec().getTemplate().getSpec().getContainers().stream()
            .flatMap(container -> container.getEnv().stream())
            .anyMatch(
                variable ->
                    variable.getName().equals("GLOVEBOX_LEADER_ELECTION")
                        && "false".equals(variable.getValue()));
  }
}
