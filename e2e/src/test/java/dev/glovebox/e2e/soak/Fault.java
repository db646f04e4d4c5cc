package dev.glovebox.e2e.soak;

import dev.glovebox.e2e.cluster.Cluster;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;

/** What goes wrong beside the tasks. */
enum Fault {
  OPERATOR_KILLED(true),
  LEADER_DELETED(true),
  API_SERVER_FROZEN(true),
  OPERATORS_KILLED(true),
  POLICY_ENGINE_RESTARTED(false),
  KUBELET_FROZEN(false);

  /** Shorter than the 13 s after which a node without a kubelet's word is NotReady. */
  private static final long FROZEN_MILLISECONDS = 6_000;

  private final boolean endsALife;

  Fault(boolean endsALife) {
    this.endsALife = endsALife;
  }

  /** All, in an order in which each finds something to break. */
  static List<Fault> all() {
    return List.of(values());
  }

  /** Those that leave the operator alone. */
  static List<Fault> ofOthers() {
    return List.of(values()).stream().filter(fault -> !fault.endsALife).toList();
  }

  /** Makes it, and waits until what was frozen goes on; false = there was nothing to break. */
  boolean make(Cluster cluster, String busybox) throws InterruptedException {
    var operators = new Operators(cluster);
    return switch (this) {
      case OPERATOR_KILLED -> operators.leader().map(operators::kill).orElse(false);
      case OPERATORS_KILLED -> operators.killAll();
      case LEADER_DELETED -> {
        var leader = operators.leader();
        leader.ifPresent(operators::delete);
        yield leader.isPresent();
      }
      case API_SERVER_FROZEN -> frozen(cluster, "kube-apiserver");
      case KUBELET_FROZEN -> frozen(cluster, "kubelet");
      case POLICY_ENGINE_RESTARTED -> {
        startPolicyEngine(cluster, busybox);
        yield true;
      }
    };
  }

  private static boolean frozen(Cluster cluster, String part) throws InterruptedException {
    cluster.localNode().stop(part);
    try {
      Thread.sleep(FROZEN_MILLISECONDS);
    } finally {
      cluster.localNode().start();
    }
    return true;
  }

  /**
   * The engine of the local cluster is a process; this pod stands for it (cluster/values.yaml).
   * When it is replaced, the node has to be certified again.
   */
  static void startPolicyEngine(Cluster cluster, String busybox) {
    String yaml =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: policy-engine, namespace: kube-system, labels: {glovebox.local/policy-engine: "true"}}
        spec:
          nodeName: node-1
          terminationGracePeriodSeconds: 0
          containers: [{name: engine, image: "%s", command: [sleep, "1000000"]}]
        """
            .formatted(busybox);
    Pod pod = Serialization.unmarshal(yaml, Pod.class);
    cluster
        .kubectl("-n", "kube-system", "delete", "pod", "policy-engine", "--ignore-not-found")
        .succeed();
    cluster.client().resource(pod).create();
  }
}
