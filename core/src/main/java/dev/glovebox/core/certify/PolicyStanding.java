package dev.glovebox.core.certify;

import dev.glovebox.api.v1alpha1.AllowedRuntime;
import dev.glovebox.api.v1alpha1.RuntimeStatus;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxPolicyStatus;
import dev.glovebox.api.v1alpha1.TaskCondition;
import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Facts;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How a SandboxPolicy stands on this cluster: its status. */
public final class PolicyStanding {

  private static final String ACCEPTED = "Accepted";

  private PolicyStanding() {}

  /** The whole status; equal to the one that is there when nothing has changed. */
  public static SandboxPolicyStatus of(SandboxPolicy policy, Facts facts) {
    List<AllowedRuntime> allowed =
        policy.getSpec().runtimes() == null ? List.of() : policy.getSpec().runtimes();
    List<RuntimeStatus> runtimes = allowed.stream().map(r -> runtime(r, facts)).toList();
    return new SandboxPolicyStatus(List.of(accepted(policy, facts.takenAt())), runtimes);
  }

  private static RuntimeStatus runtime(AllowedRuntime runtime, Facts facts) {
    String name = runtime.runtimeClassName();
    Facts.RuntimeClassFacts runtimeClass = facts.runtimeClasses().get(name);
    if (runtimeClass == null) {
      return new RuntimeStatus(name, 0, 0, "there is no RuntimeClass of that name");
    }
    if (runtime.handlers() == null || !runtime.handlers().contains(runtimeClass.handler())) {
      return new RuntimeStatus(
          name,
          0,
          0,
          "the RuntimeClass has handler %s, which this policy does not allow"
              .formatted(runtimeClass.handler()));
    }
    List<Facts.NodeFacts> nodes =
        facts.nodes().stream()
            .filter(node -> node.ready() && node.handlers().contains(runtimeClass.handler()))
            .toList();
    var standings =
        nodes.stream().map(node -> Certification.of(node, runtimeClass, facts)).toList();
    int certified =
        Math.toIntExact(standings.stream().filter(Certification.Valid.class::isInstance).count());
    var against =
        standings.stream()
            .filter(Certification.Refuted.class::isInstance)
            .map(s -> ((Certification.Refuted) s).certificate().reason())
            .collect(Collectors.groupingBy(r -> r, TreeMap::new, Collectors.counting()));
    return new RuntimeStatus(
        name, nodes.size(), certified, message(nodes.size(), certified, against));
  }

  private static String message(int nodes, int certified, SortedMap<String, Long> against) {
    if (nodes == 0) {
      return "no ready node lists the handler in status.runtimeHandlers";
    }
    if (!against.isEmpty()) {
      return against.entrySet().stream()
          .map(e -> "%s on %d".formatted(e.getKey(), e.getValue()))
          .collect(Collectors.joining(", ", "not certified: ", "; see kubectl get ncert"));
    }
    return certified < nodes ? "nodes are certified when tasks need them" : null;
  }

  /** It was let in by the API server and is in force; it changed when it was first seen so. */
  private static TaskCondition accepted(SandboxPolicy policy, Instant now) {
    String since =
        Optional.ofNullable(policy.getStatus())
            .map(SandboxPolicyStatus::conditions)
            .flatMap(all -> all.stream().filter(c -> c.type().equals(ACCEPTED)).findFirst())
            .filter(condition -> condition.status().equals("True"))
            .map(TaskCondition::lastTransitionTime)
            .orElse(now.toString());
    return new TaskCondition(
        ACCEPTED,
        "True",
        policy.getMetadata().getGeneration(),
        since,
        ACCEPTED,
        "the policy is in force for tasks of the namespaces that name it");
  }
}
