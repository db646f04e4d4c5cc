package dev.glovebox.cli.plan;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.text.ObjectName;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/** A task of a file with what the API server would give it, so that it can be planned. */
public final class PlannedTask {
  /** In the place of the UID, which the API server makes at the creation. */
  public static final String UNKNOWN_UID = "00000000-0000-0000-0000-000000000000";

  /** As many characters as the API server appends to generateName. */
  private static final String UNKNOWN_SUFFIX = "xxxxx";

  /** The API server takes so much of generateName (k8s.io/apiserver, storage/names). */
  private static final int MOST_OF_GENERATED = 58;

  private static final Pattern LABEL =
      Pattern.compile("(?=.{0,63}$)([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?");

  private PlannedTask() {}

  /**
   * The task in its namespace, with a name and a UID.
   *
   * @param namespace where it is made if the file does not say
   * @param uid null = that of the file, else {@link #UNKNOWN_UID}
   * @throws IllegalArgumentException if it has no name, or metadata that no task can have
   */
  public static SandboxTask of(SandboxTask task, String namespace, String uid) {
    ObjectMeta meta = task.getMetadata() == null ? new ObjectMeta() : task.getMetadata();
    String name = meta.getName();
    if (blank(name) && !blank(meta.getGenerateName())) {
      String base = meta.getGenerateName();
      name = base.substring(0, Math.min(base.length(), MOST_OF_GENERATED)) + UNKNOWN_SUFFIX;
    }
    if (blank(name)) {
      throw new IllegalArgumentException("metadata.name: the task has none");
    }
    check(meta, name);
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

  /** What the API server looks at before a task is made; the planner has only seen such. */
  private static void check(ObjectMeta meta, String name) {
    boolean generated = blank(meta.getName());
    String written = generated ? meta.getGenerateName() : name;
    if (!ObjectName.is(name) || written.length() > ObjectName.MOST) {
      throw new IllegalArgumentException(
          "metadata.%s: \"%s\" is no name: lower-case letters, digits, '-' and '.', at most %d in all, with a letter or digit at each end of what stands between dots"
              .formatted(generated ? "generateName" : "name", written, ObjectName.MOST));
    }
    meta.getAdditionalProperties()
        .keySet()
        .forEach(
            field -> {
              throw new IllegalArgumentException(
                  "metadata.%s: the API has no such field".formatted(field));
            });
    Objects.requireNonNullElse(meta.getLabels(), Map.<String, String>of())
        .forEach(
            (key, value) -> {
              if (value != null && !LABEL.matcher(value).matches()) {
                throw new IllegalArgumentException(
                    "metadata.labels.%s: \"%s\" is no value of a label: letters, digits, '-', '_' and '.', at most 63, with a letter or digit at each end"
                        .formatted(key, value));
              }
            });
  }

  private static boolean blank(String text) {
    return text == null || text.isBlank();
  }
}
