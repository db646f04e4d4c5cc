package dev.glovebox.core.certify;

import dev.glovebox.api.v1alpha1.RuntimeKind;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.RuntimeDemand;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the tasks that have not ended need certified, a class at a time.
 *
 * @param kind the policies' word for the class
 * @param usable nodes that at least one of the tasks could run on
 * @param activeTasks tasks that may run under the class
 * @param live names of nodes on which some of them run
 */
public record CertificationDemand(
    Facts.RuntimeClassFacts runtimeClass,
    RuntimeKind kind,
    List<Toleration> tolerations,
    List<Facts.NodeFacts> usable,
    int activeTasks,
    Set<String> live) {

  /** Tasks that want the same: what is needed is found out once for all of them. */
  private record Kind(String policy, List<String> runtimes) {}

  /**
   * The demand.
   *
   * @param tasks that have not ended
   * @param policyOf the SandboxPolicy in force for a task; null = none, and nothing is needed
   * @param policies every SandboxPolicy
   */
  public static List<CertificationDemand> of(
      Collection<SandboxTask> tasks,
      Function<SandboxTask, SandboxPolicy> policyOf,
      Collection<SandboxPolicy> policies,
      Facts facts) {
    Map<Kind, List<SandboxTask>> alike = new LinkedHashMap<>();
    Map<String, SandboxPolicy> byName = new HashMap<>();
    for (SandboxTask task : tasks) {
      SandboxPolicy policy = policyOf.apply(task);
      if (policy != null && task.getMetadata().getDeletionTimestamp() == null) {
        String name = policy.getMetadata().getName();
        byName.put(name, policy);
        var runtimes =
            task.getSpec().runtimes() == null ? List.<String>of() : task.getSpec().runtimes();
        alike.computeIfAbsent(new Kind(name, runtimes), k -> new ArrayList<>()).add(task);
      }
    }
    Map<String, CertificationDemand> byClass = new LinkedHashMap<>();
    alike.forEach(
        (kind, group) -> {
          for (var wanted :
              needed(RuntimeDemand.of(group.getFirst(), byName.get(kind.policy()), facts), facts)) {
            byClass.merge(
                wanted.runtimeClass().name(),
                of(wanted, group, tolerations(wanted.runtimeClass().name(), policies)),
                CertificationDemand::and);
          }
        });
    return List.copyOf(byClass.values());
  }

  /**
   * The classes up to the first that has a node, or may get one: a task's second choice is
   * certified only when the first is out.
   */
  private static List<RuntimeDemand.Wanted> needed(
      List<RuntimeDemand.Wanted> inOrder, Facts facts) {
    List<RuntimeDemand.Wanted> needed = new ArrayList<>();
    for (var wanted : inOrder) {
      if (wanted.usable().isEmpty()) {
        continue;
      }
      needed.add(wanted);
      if (wanted.usable().stream()
          .anyMatch(
              node ->
                  !(Certification.of(node, wanted.runtimeClass(), facts)
                      instanceof Certification.Refuted))) {
        break;
      }
    }
    return needed;
  }

  private static CertificationDemand of(
      RuntimeDemand.Wanted wanted, List<SandboxTask> tasks, List<Toleration> tolerations) {
    String name = wanted.runtimeClass().name();
    return new CertificationDemand(
        wanted.runtimeClass(),
        wanted.runtime().kind(),
        tolerations,
        wanted.usable(),
        tasks.size(),
        tasks.stream()
            .filter(
                task ->
                    task.getStatus() != null
                        && task.getStatus().nodeName() != null
                        && task.getStatus().effective() != null
                        && name.equals(task.getStatus().effective().runtimeClassName()))
            .map(task -> task.getStatus().nodeName())
            .collect(Collectors.toSet()));
  }

  private CertificationDemand and(CertificationDemand other) {
    Map<String, Facts.NodeFacts> nodes = new LinkedHashMap<>();
    usable.forEach(node -> nodes.put(node.name(), node));
    other.usable.forEach(node -> nodes.putIfAbsent(node.name(), node));
    Set<String> both = new HashSet<>(live);
    both.addAll(other.live);
    return new CertificationDemand(
        runtimeClass,
        kind,
        tolerations,
        List.copyOf(nodes.values()),
        activeTasks + other.activeTasks,
        both);
  }

  /** Of every policy that allows the class: a node that a task can go to must be certifiable. */
  private static List<Toleration> tolerations(
      String runtimeClass, Collection<SandboxPolicy> policies) {
    return policies.stream()
        .map(SandboxPolicy::getSpec)
        .filter(
            spec ->
                spec.runtimes() != null
                    && spec.runtimes().stream()
                        .anyMatch(r -> r.runtimeClassName().equals(runtimeClass)))
        .filter(spec -> spec.pods() != null && spec.pods().tolerations() != null)
        .flatMap(spec -> spec.pods().tolerations().stream())
        .distinct()
        .map(
            t ->
                new Toleration(t.effect(), t.key(), t.operator(), t.tolerationSeconds(), t.value()))
        .toList();
  }
}
