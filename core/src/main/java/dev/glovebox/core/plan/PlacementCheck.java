package dev.glovebox.core.plan;

import dev.glovebox.core.reason.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Whether the runtime and the nodes of a plan are still the same. */
final class PlacementCheck {

  private final Plan plan;
  private final Facts fresh;
  private final List<Refusal> changes = new ArrayList<>();

  private PlacementCheck(Plan plan, Facts fresh) {
    this.plan = plan;
    this.fresh = fresh;
  }

  /** What has changed; part of {@link ReleaseCheck}. */
  static List<Refusal> changes(Plan plan, Facts fresh) {
    PlacementCheck check = new PlacementCheck(plan, fresh);
    check.runtimeClass();
    check.nodes();
    return check.changes;
  }

  private void runtimeClass() {
    Facts.RuntimeClassFacts planned = plan.runtimeClass();
    Facts.RuntimeClassFacts now = fresh.runtimeClasses().get(planned.name());
    if (now == null) {
      changed(Reason.RuntimeClassMissing, "RuntimeClass %s was deleted".formatted(planned.name()));
    } else if (!now.handler().equals(planned.handler())) {
      changed(
          Reason.RuntimeHandlerNotAllowed,
          "RuntimeClass %s was replaced: its handler is %s, planned with %s"
              .formatted(planned.name(), now.handler(), planned.handler()));
    } else if (!now.equals(planned)) {
      changed(
          Reason.RuntimeClassMissing,
          "RuntimeClass %s was replaced (UID %s, planned with %s) or edited"
              .formatted(planned.name(), now.uid(), planned.uid()));
    }
  }

  private void nodes() {
    Map<String, Facts.NodeFacts> now = new TreeMap<>();
    fresh.nodes().forEach(node -> now.put(node.name(), node));
    for (Facts.NodeFacts planned : plan.nodes()) {
      Facts.NodeFacts node = now.get(planned.name());
      // A node that is gone cannot get the pod: the others still can.
      if (node != null
          && !(node.uid().equals(planned.uid())
              && node.bootId().equals(planned.bootId())
              && node.kernelVersion().equals(planned.kernelVersion()))) {
        changed(
            Reason.CertificationInconclusive,
            "node %s was rebooted or replaced (boot ID or kernel differs from the plan's); make the task again"
                .formatted(planned.name()));
      }
    }
    plan.nodes().stream()
        .map(planned -> now.get(planned.name()))
        .filter(Objects::nonNull)
        .forEach(this::certificate);
    if (plan.nodes().stream().noneMatch(planned -> now.containsKey(planned.name()))) {
      changed(Reason.NoNodeWithRuntime, "every node that the pod may go to is gone");
    }
  }

  /**
   * The pod may land on any of them, so every one must hold the certificate that was counted on.
   * One that holds no more, or another than that, speaks against no node: the next task waits for
   * the next verdict.
   */
  private void certificate(Facts.NodeFacts node) {
    switch (Certification.of(node, plan.runtimeClass(), fresh)) {
      case Certification.Missing missing ->
          changed(
              Reason.CertificationInconclusive,
              "node %s lost its certificate: %s; make the task again"
                  .formatted(node.name(), missing.why()));
      case Certification.Refuted refuted ->
          changed(
              switch (refuted.certificate().reason()) {
                case Certification.NOT_ENFORCED -> Reason.NetworkNotEnforced;
                case Certification.INCONCLUSIVE -> Reason.CertificationInconclusive;
                default -> Reason.NodeNotCertified;
              },
              "node %s: %s, %s"
                  .formatted(
                      node.name(),
                      refuted.certificate().reason(),
                      refuted.certificate().message()));
      case Certification.Valid valid -> {
        String kernel = valid.certificate().guestKernel();
        if (!plan.guestKernels().contains(kernel)) {
          changed(
              Reason.CertificationInconclusive,
              "node %s was certified with another guest kernel since: %s; make the task again"
                  .formatted(node.name(), kernel));
        }
      }
    }
  }

  private void changed(Reason reason, String message) {
    changes.add(new Refusal(reason, message));
  }
}
