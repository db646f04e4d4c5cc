package dev.glovebox.cli.doctor;

import io.fabric8.kubernetes.api.model.Namespace;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the operator makes objects: in the namespaces that tasks are run in, and in that of the
 * canaries, whose pods certify nodes.
 *
 * @param tasks namespaces of tasks
 * @param canaries that of the canaries; empty when there is none
 * @param labels of tasks' objects
 */
record HookTargets(List<Namespace> tasks, List<Namespace> canaries, SandboxLabels labels) {

  static HookTargets of(Seen seen) {
    return new HookTargets(
        TaskNamespaces.of(seen),
        Seen.need(seen.namespaces()).stream()
            .filter(one -> one.getMetadata().getName().equals(Canaries.NAMESPACE))
            .toList(),
        SandboxLabels.of(Seen.need(seen.policies())));
  }

  int namespaces() {
    return tasks.size() + canaries.size();
  }

  /** The namespaces in which a hook may be asked about what the operator makes. */
  List<String> where(AdmissionHook hook) {
    if (hook.kinds().isEmpty()) {
      return List.of();
    }
    return Stream.concat(
            hook.where(tasks, labels).stream(),
            hook.where(canaries, SandboxLabels.ofCertification()).stream())
        .toList();
  }
}
