package dev.glovebox.core.render;

import dev.glovebox.core.plan.Names;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import java.util.Map;

/**
 * What takes the place of a task's NetworkPolicy that was deleted or edited, while the pod is being
 * killed: it denies everything. What had been granted is nobody's concern any more, and so nothing
 * has to be known of it.
 */
public final class ClosingPolicy {
  private ClosingPolicy() {}

  /**
   * Renders it, under the name and with the labels of the task's own.
   *
   * @param planHash of the pod's annotation, by which the policy is the task's
   */
  public static NetworkPolicy of(
      String namespace, String objectName, String taskName, String taskUid, String planHash) {
    // @formatter:off
    return new NetworkPolicyBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(objectName)
        .withLabels(
            Map.of(
                Names.TASK_UID_LABEL,
                taskUid,
                Names.TASK_LABEL,
                Names.taskLabel(taskName),
                Names.MANAGED_BY_LABEL,
                Names.MANAGED_BY))
        .withAnnotations(Map.of(Names.PLAN_HASH_ANNOTATION, planHash))
        .endMetadata()
        .withNewSpec()
        .withNewPodSelector()
        .addToMatchLabels(Names.TASK_UID_LABEL, taskUid)
        .endPodSelector()
        .withPolicyTypes("Ingress", "Egress")
        .endSpec()
        .build();
    // @formatter:on
  }
}
