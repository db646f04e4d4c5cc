package dev.glovebox.e2e.attack;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Workplace;

/** The rows about what a running sandbox reaches; they may be asked again and again. */
final class NetworkAttacks {
  private NetworkAttacks() {}

  static void metadata(NetworkCells cells, Evidence evidence) {
    Applicability.missing(Row.A16, cells.ground().cluster())
        .ifPresentOrElse(evidence::notApplicable, () -> cells.judge(evidence, "metadata"));
  }

  /** Out of a sandbox, and into one: from the control and from another sandbox. */
  static void neighbours(NetworkCells cells, Evidence evidence) {
    cells.judge(evidence, "pod", "api");
    for (Target listener : cells.targets()) {
      if (listener.kind().equals("sandbox")) {
        String fromControl = cells.look().control().getOrDefault(listener.name(), "no such try");
        String fromSandbox = cells.look().inside().getOrDefault(listener.name(), "no such try");
        evidence.control("both tried", !fromControl.concat(fromSandbox).contains("no such"), "");
        evidence.tried(
            "a pod reaches a sandbox that listens", !listener.answered(fromControl), fromControl);
        evidence.tried(
            "a sandbox reaches another that listens", !listener.answered(fromSandbox), fromSandbox);
      }
    }
  }

  /**
   * A standard policy cannot keep a pod from its own node on every engine. So either it is blocked,
   * or the status says it and a policy that does not tolerate it refuses the task.
   */
  static void ownNode(NetworkCells cells, Evidence evidence) {
    Target kubelet =
        cells.targets().stream().filter(t -> t.name().equals("node-kubelet")).findFirst().get();
    String open = cells.look().control().getOrDefault(kubelet.name(), "");
    evidence.control("the kubelet answers the control", kubelet.answered(open), open);
    boolean reached = kubelet.answered(cells.look().inside().getOrDefault(kubelet.name(), ""));
    boolean said =
        cells.sandbox().getStatus().findings() != null
            && cells.sandbox().getStatus().findings().stream()
                .anyMatch(finding -> finding.type().equals("NodeReachable"));
    evidence.tried("the own node answers and no finding says so", !reached || said, reached);
    if (reached) {
      try (Workplace strict = Workplace.open(cells.ground().cluster(), "attack-node")) {
        strict.underPolicy(policy -> policy.putArray("reportOnly"));
        strict.script("strict", "true", Ground.SMALL);
        SandboxTask task = strict.finished("strict");
        evidence.tried(
            "a task starts although its policy wants the node blocked",
            task.getStatus().phase() == Phase.Refused,
            task.getStatus());
      }
    }
  }

  static void anyHost(NetworkCells cells, Evidence evidence) {
    cells.judge(evidence, "elsewhere", "raw", "pod");
  }

  static void resolvers(NetworkCells cells, Evidence evidence) {
    evidence.control(
        "the cluster has a resolver, a Service with the label k8s-app=kube-dns",
        cells.targets().stream().anyMatch(target -> target.kind().equals("resolver")),
        "none");
    cells.judge(evidence, "resolver");
  }

  /** No address but loopback's: without one there is no way by IPv6, whatever the policies say. */
  static void ipv6(NetworkCells cells, Evidence evidence) {
    String node = cells.ground().output(cells.ground().open(), "six");
    evidence.control(
        "where there is IPv6, the same reading shows it", node.contains("six=fe80"), node);
    String inside = cells.look().inside().getOrDefault("six", "not read");
    evidence.tried("an IPv6 address inside", inside.isEmpty(), inside);
  }
}
