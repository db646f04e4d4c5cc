package dev.glovebox.core.render;

import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.Plan;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Name, labels and owner of a task's objects. */
final class TaskMetadata {
  private TaskMetadata() {}

  /** For what a cascading delete of the task may take away at any time: pod and claim. */
  static ObjectMeta owned(Plan plan, Map<String, String> moreLabels) {
    return new ObjectMetaBuilder(free(plan, moreLabels))
        .withOwnerReferences(
            new OwnerReferenceBuilder()
                .withApiVersion(Names.GROUP + "/v1alpha1")
                .withKind("SandboxTask")
                .withName(plan.taskName())
                .withUid(plan.taskUid())
                // Drains and autoscalers treat a pod without a controller as nobody's.
                .withController(true)
                // true would need a right on the task's finalizers, and nothing is gained by it.
                .withBlockOwnerDeletion(false)
                .build())
        .build();
  }

  /** For what only the operator deletes: the NetworkPolicy. */
  static ObjectMeta free(Plan plan, Map<String, String> moreLabels) {
    var labels = new TreeMap<>(moreLabels);
    // Last, so that nothing copied from elsewhere can take the place of what the policy selects by.
    labels.put(Names.TASK_UID_LABEL, plan.taskUid());
    labels.put(Names.TASK_LABEL, Names.taskLabel(plan.taskName()));
    labels.put(Names.MANAGED_BY_LABEL, Names.MANAGED_BY);
    return new ObjectMetaBuilder()
        .withName(plan.objectName())
        .withNamespace(plan.namespace())
        .withLabels(labels)
        .withAnnotations(new LinkedHashMap<>())
        .build();
  }
}
