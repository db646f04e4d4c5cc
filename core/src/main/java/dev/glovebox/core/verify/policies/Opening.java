package dev.glovebox.core.verify.policies;

import java.util.Map;

/**
 * A policy that allows something, reduced to what is asked of it: who it is, and which pods it is
 * for. A policy that only denies has none.
 *
 * @param kind for people, such as {@code CiliumNetworkPolicy.cilium.io}
 * @param namespace of the policy; null when it is cluster-scoped
 * @param name of the policy
 * @param uid of the policy
 * @param pods which pods it is for, besides that a namespaced policy is for its namespace only
 * @param exactLabels labels that a selected pod surely has; an index may use them, others need not
 * @param why what in it counts as allowing, for people
 * @param remedy what takes sandboxes out of it, for people
 */
public record Opening(
    String kind,
    String namespace,
    String name,
    String uid,
    PodMatch pods,
    Map<String, String> exactLabels,
    String why,
    String remedy) {

  /** Whether the policy selects the pod, or may. */
  public boolean selects(PodIdentity pod) {
    return (namespace == null || namespace.equals(pod.namespace())) && pods.selects(pod);
  }

  /** The message of a refusal or a kill: which policy, why it counts, and what to do. */
  public String message() {
    return "%s %s selects the pod and %s; %s"
        .formatted(kind, namespace == null ? name : namespace + "/" + name, why, remedy);
  }
}
