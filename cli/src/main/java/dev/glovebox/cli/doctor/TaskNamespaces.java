package dev.glovebox.cli.doctor;

import dev.glovebox.core.plan.Names;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Namespaces that tasks are run in: those that have some, or name a policy. */
final class TaskNamespaces {
  private TaskNamespaces() {}

  static List<Namespace> of(Seen seen) {
    Set<String> withTasks =
        Seen.need(seen.tasks()).stream()
            .map(task -> task.getMetadata().getNamespace())
            .collect(Collectors.toSet());
    return Seen.need(seen.namespaces()).stream()
        .filter(
            namespace ->
                withTasks.contains(namespace.getMetadata().getName())
                    || labels(namespace).containsKey(Names.POLICY_LABEL))
        .toList();
  }

  static Map<String, String> labels(Namespace namespace) {
    return Objects.requireNonNullElse(
        namespace.getMetadata().getLabels(), Map.<String, String>of());
  }
}
