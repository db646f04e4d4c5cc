package dev.glovebox.core.sweep;

import dev.glovebox.core.plan.Names;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An object that carries the label of a task's objects: what it says of itself.
 *
 * @param name of the object
 * @param taskUid value of {@link Names#TASK_UID_LABEL}
 * @param task value of {@link Names#TASK_LABEL}; empty = none
 * @param planHash value of {@link Names#PLAN_HASH_ANNOTATION}; empty = none
 */
public record LabelledObject(Kind kind, String name, String taskUid, String task, String planHash) {

  /** In the order of destruction: as long as anything of a task may run, it is isolated. */
  public enum Kind {
    POD,
    CLAIM,
    NETWORK_POLICY
  }

  private static final Pattern UID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  /** Reads labels and annotation. */
  public static LabelledObject of(Kind kind, HasMetadata object) {
    Map<String, String> labels =
        Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
    Map<String, String> annotations =
        Objects.requireNonNullElse(object.getMetadata().getAnnotations(), Map.of());
    return new LabelledObject(
        kind,
        object.getMetadata().getName(),
        labels.getOrDefault(Names.TASK_UID_LABEL, ""),
        labels.getOrDefault(Names.TASK_LABEL, ""),
        annotations.getOrDefault(Names.PLAN_HASH_ANNOTATION, ""));
  }

  /**
   * In what it is not like an object that the operator makes; empty when UID label, name and
   * annotation agree. A name that was cut differently in label and object counts as different.
   */
  public Optional<String> disagreement() {
    if (!UID.matcher(taskUid).matches()) {
      return Optional.of("label %s is not a UID".formatted(Names.TASK_UID_LABEL));
    }
    if (task.isEmpty() || !Names.objectName(task, taskUid).equals(name)) {
      return Optional.of(
          "its name is not the one that labels %s and %s stand for"
              .formatted(Names.TASK_LABEL, Names.TASK_UID_LABEL));
    }
    if (!HASH.matcher(planHash).matches()) {
      return Optional.of("annotation %s is not a plan's".formatted(Names.PLAN_HASH_ANNOTATION));
    }
    return Optional.empty();
  }
}
