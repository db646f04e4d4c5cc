package dev.glovebox.operator.certify;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.certify.CertificationDemand;
import dev.glovebox.core.certify.Subject;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.plan.PolicyChoice;
import dev.glovebox.operator.facts.ActiveTasks;
import dev.glovebox.operator.facts.InformedView;
import java.util.Collection;
import java.util.List;

/** The cluster as certification sees it, from informers. */
final class CertificationWorld {

  private final InformedView view;
  private final ActiveTasks tasks;

  CertificationWorld(InformedView view, ActiveTasks tasks) {
    this.view = view;
    this.tasks = tasks;
  }

  /** What no task is needed for: nodes, classes, certificates, canaries, network. */
  Facts facts() {
    return view.cluster();
  }

  Collection<SandboxPolicy> policies() {
    return view.policies().values();
  }

  /** What the tasks that have not ended need. */
  List<CertificationDemand> demand(Facts facts) {
    return CertificationDemand.of(tasks.all(), this::policyOf, policies(), facts);
  }

  /** See {@link Subject#mayRun}. */
  boolean isLive(Subject subject) {
    return tasks.all().stream().anyMatch(subject::mayRun);
  }

  /** Null when none is in force: such a task is refused, and needs nothing. */
  private SandboxPolicy policyOf(SandboxTask task) {
    return view.namespace(task.getMetadata().getNamespace())
                instanceof Lookup.Found<Facts.NamespaceFacts> found
            && PolicyChoice.choose(found.value(), view.policies())
                instanceof PolicyChoice.Chosen chosen
        ? chosen.policy()
        : null;
  }
}
