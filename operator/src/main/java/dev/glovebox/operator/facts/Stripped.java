package dev.glovebox.operator.facts;

import dev.glovebox.core.plan.Names;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeSpecBuilder;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;

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

  /** Where it is, and since when its containers run. */
  static Pod policyEngine(Pod pod) {
    ofManagedFields(pod)
        .setSpec(new PodSpecBuilder().withNodeName(pod.getSpec().getNodeName()).build());
    if (pod.getStatus() != null) {
      pod.setStatus(
          new PodStatusBuilder()
              .withContainerStatuses(pod.getStatus().getContainerStatuses())
              .build());
    }
    return pod;
  }

  /**
   * A NetworkPolicy: with its spec when it carries our label, for the watch compares it with the
   * plan's; otherwise only who it is, what it allows being kept in {@link Openings}.
   */
  static NetworkPolicy networkPolicy(NetworkPolicy policy) {
    var labels = policy.getMetadata().getLabels();
    return labels != null && labels.containsKey(Names.TASK_UID_LABEL)
        ? ofManagedFields(policy)
        : new NetworkPolicyBuilder().withMetadata(identity(policy)).build();
  }

  /** Who it is, and in which version. */
  static ObjectMeta identity(HasMetadata object) {
    return new ObjectMetaBuilder()
        .withNamespace(object.getMetadata().getNamespace())
        .withName(object.getMetadata().getName())
        .withUid(object.getMetadata().getUid())
        .withResourceVersion(object.getMetadata().getResourceVersion())
        .build();
  }
}
