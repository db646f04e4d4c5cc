package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Names;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSpecBuilder;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import java.util.Map;

/**
 * What informers keep of an object: only what is asked of it. A full node is some 15 KB, most of it
 * the list of its images; what is kept of it is under 1 KB.
 */
final class Stripped {

  private Stripped() {}

  /** Without the bookkeeping of server-side apply, which is up to half of an object. */
  static <T extends HasMetadata> T ofManagedFields(T object) {
    object.getMetadata().setManagedFields(null);
    return object;
  }

  static Node node(Node node) {
    ofManagedFields(node).getMetadata().setAnnotations(null);
    if (node.getSpec() != null) {
      node.setSpec(
          new NodeSpecBuilder()
              .withUnschedulable(node.getSpec().getUnschedulable())
              .withPodCIDR(node.getSpec().getPodCIDR())
              .withPodCIDRs(node.getSpec().getPodCIDRs())
              .build());
    }
    if (node.getStatus() != null) {
      node.setStatus(
          new NodeStatusBuilder()
              .withConditions(
                  node.getStatus().getConditions().stream()
                      .filter(condition -> condition.getType().equals("Ready"))
                      .toList())
              .withAddresses(node.getStatus().getAddresses())
              .withNodeInfo(node.getStatus().getNodeInfo())
              .withRuntimeHandlers(node.getStatus().getRuntimeHandlers())
              .build());
    }
    return node;
  }

  static Namespace namespace(Namespace namespace) {
    return ofManagedFields(namespace);
  }

  static Pod canary(Pod pod) {
    ofManagedFields(pod).setSpec(null);
    if (pod.getStatus() != null) {
      pod.setStatus(
          new PodStatusBuilder()
              .withPhase(pod.getStatus().getPhase())
              .withPodIP(pod.getStatus().getPodIP())
              .build());
    }
    return pod;
  }

  /**
   * A NetworkPolicy with our label: nothing but its name when it selects exactly the task that its
   * label names, as those that Glovebox makes do; as it is otherwise.
   */
  static NetworkPolicy labelledPolicy(NetworkPolicy policy) {
    if (!selectsOnlyItsTask(policy)) {
      return ofManagedFields(policy);
    }
    return new NetworkPolicyBuilder()
        .withNewMetadata()
        .withNamespace(policy.getMetadata().getNamespace())
        .endMetadata()
        .build();
  }

  private static boolean selectsOnlyItsTask(NetworkPolicy policy) {
    var selector = policy.getSpec() == null ? null : policy.getSpec().getPodSelector();
    return selector != null
        && selector.getMatchExpressions().isEmpty()
        && Map.of(Names.TASK_UID_LABEL, policy.getMetadata().getLabels().get(Names.TASK_UID_LABEL))
            .equals(selector.getMatchLabels());
  }
}
