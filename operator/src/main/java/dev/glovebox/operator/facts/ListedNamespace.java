package dev.glovebox.operator.facts;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import java.util.List;
import java.util.Map;

/**
 * What one look at a namespace showed of what a task uses there.
 *
 * @param serviceAccount the one that the policy names
 * @param configMaps one answer for each ConfigMap that the task names, by name
 * @param tasks every task of the namespace
 */
public record ListedNamespace(
    Lookup<Facts.ServiceAccountFacts> serviceAccount,
    Map<String, Lookup<Facts.ConfigMapFacts>> configMaps,
    Lookup<List<SandboxTask>> tasks) {

  /**
   * How many tasks, of those that have not ended, come before this one: all that are older, and for
   * a task that is not there yet simply all.
   *
   * @param uid of the task; one that no task has = it is not there yet
   */
  public static int activeBefore(List<SandboxTask> tasks, String uid) {
    var active = new ActiveTasks();
    active.readFrom(
        namespace ->
            tasks.stream().filter(task -> !ActiveTasks.namespaceIfActive(task).isEmpty()).toList());
    return tasks.stream()
        .filter(task -> task.getMetadata().getUid().equals(uid))
        .findFirst()
        .map(active::olderThan)
        .orElseGet(() -> active.all().size());
  }
}
