package dev.glovebox.cli.plan;

import dev.glovebox.api.v1alpha1.SandboxTask;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;

/** A task of a file with what the API server would give it, so that it can be planned. */
public final class PlannedTask {
  /** In the place of the UID, which the API server makes at the creation. */
  public static final String UNKNOWN_UID = "00000000-0000-0000-0000-000000000000";

  /** As many characters as the API server appends to generateName. */
  private static final String UNKNOWN_SUFFIX = "xxxxx";

  private PlannedTask() {}

  /**
   * The task in its namespace, with a name and a UID.
   *
   * @param namespace where it is made if the file does not say
   * @param uid null = that of the file, else {@link #UNKNOWN_UID}
   * @throws IllegalArgumentException if it has no name
   */
  public static SandboxTask of(SandboxTask task, String namespace, String uid) {
    ObjectMeta meta = task.getMetadata() == null ? new ObjectMeta() : task.getMetadata();
    String name = meta.getName();
    if (blank(name) && !blank(meta.getGenerateName())) {
      name = meta.getGenerateName() + UNKNOWN_SUFFIX;
    }
    if (blank(name)) {
      throw new IllegalArgumentException("metadata.name: the task has none");
    }
    var planned = new SandboxTask();
    planned.setMetadata(
        new ObjectMetaBuilder(meta)
            .withName(name)
            .withNamespace(blank(meta.getNamespace()) ? namespace : meta.getNamespace())
            .withUid(uid != null ? uid : blank(meta.getUid()) ? UNKNOWN_UID : meta.getUid())
            .build());
    planned.setSpec(task.getSpec());
    return planned;
  }

  private static boolean blank(String text) {
    return text == null || text.isBlank();
  }
}
