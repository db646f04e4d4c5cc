package dev.glovebox.cli.doctor;

import io.fabric8.kubernetes.api.model.Namespace;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Whether ordinary pods beside the tasks are kept from taking over the node. */
final class PodSecurity implements Check {
  private static final String LABEL = "pod-security.kubernetes.io/enforce";
  private static final Set<String> ENOUGH = Set.of("baseline", "restricted");

  @Override
  public String look(Seen seen, Findings findings) {
    List<Namespace> namespaces = TaskNamespaces.of(seen);
    String open =
        namespaces.stream()
            .filter(one -> !ENOUGH.contains(TaskNamespaces.labels(one).getOrDefault(LABEL, "")))
            .map(one -> one.getMetadata().getName())
            .collect(Collectors.joining(", "));
    if (!open.isEmpty()) {
      findings.warning(
          "namespaces with tasks do not enforce Pod Security baseline or restricted: " + open,
          "kubectl label namespace %s %s=restricted: sandboxes pass it, and other pods there cannot become root of a node"
              .formatted(open.replace(",", ""), LABEL));
    }
    return "namespaces with tasks enforce Pod Security baseline or restricted: %d"
        .formatted(namespaces.size());
  }
}
