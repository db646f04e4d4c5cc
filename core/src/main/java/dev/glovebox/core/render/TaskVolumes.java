package dev.glovebox.core.render;

import dev.glovebox.api.v1alpha1.ConfigMapMount;
import dev.glovebox.api.v1alpha1.SecretFile;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.Plan;
import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.KeyToPathBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.fabric8.kubernetes.api.model.VolumeProjectionBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** The volumes of the pod and where the containers see them. */
final class TaskVolumes {
  /** Readable by root and the task's group only; the kubelet gives the files to fsGroup. */
  private static final int SECRET_MODE = 0440;

  /** ConfigMaps are no secrets; the mount is read-only. */
  private static final int CONFIG_MODE = 0444;

  private TaskVolumes() {}

  static List<Volume> volumes(Plan plan) {
    var volumes = new ArrayList<Volume>();
    var workspace = plan.spec().workspace();
    switch (workspace.type()) {
      case Claim ->
          volumes.add(
              named(Names.WORKSPACE_VOLUME)
                  .withNewPersistentVolumeClaim(plan.objectName(), null)
                  .build());
      case Ephemeral ->
          volumes.add(
              named(Names.WORKSPACE_VOLUME)
                  .withNewEmptyDir()
                  .withSizeLimit(workspace.size())
                  .endEmptyDir()
                  .build());
      case None -> {}
    }
    var rules = plan.policySpec().pods();
    volumes.add(memory(Names.HOME_VOLUME, rules.homeSize()));
    volumes.add(memory(Names.TMP_VOLUME, rules.tmpSize()));
    if (!secrets(plan).isEmpty()) {
      volumes.add(
          named(Names.SECRETS_VOLUME)
              .withNewProjected()
              .withDefaultMode(SECRET_MODE)
              .withSources(projections(secrets(plan)))
              .endProjected()
              .build());
    }
    for (int i = 0; i < configMaps(plan).size(); i++) {
      volumes.add(
          named(Names.CONFIG_VOLUME_PREFIX + i)
              .withNewConfigMap()
              .withName(configMaps(plan).get(i).name())
              .withDefaultMode(CONFIG_MODE)
              .endConfigMap()
              .build());
    }
    return volumes;
  }

  /** Empty when there is no workspace. */
  static List<VolumeMount> workspaceMount(Plan plan) {
    var workspace = plan.spec().workspace();
    return workspace.type() == WorkspaceType.None
        ? List.of()
        : List.of(mount(Names.WORKSPACE_VOLUME, workspace.mountPath(), false));
  }

  static List<VolumeMount> taskMounts(Plan plan) {
    var mounts = new ArrayList<>(workspaceMount(plan));
    mounts.add(mount(Names.HOME_VOLUME, Names.HOME_PATH, false));
    mounts.add(mount(Names.TMP_VOLUME, Names.TMP_PATH, false));
    if (!secrets(plan).isEmpty()) {
      mounts.add(mount(Names.SECRETS_VOLUME, Names.SECRETS_PATH, true));
    }
    for (int i = 0; i < configMaps(plan).size(); i++) {
      mounts.add(mount(Names.CONFIG_VOLUME_PREFIX + i, configMaps(plan).get(i).mountPath(), true));
    }
    return mounts;
  }

  /** One projection for each Secret, in the order in which the task first names it. */
  private static List<VolumeProjection> projections(List<SecretFile> files) {
    var items = new LinkedHashMap<String, List<KeyToPath>>();
    for (var file : files) {
      items
          .computeIfAbsent(file.secretName(), name -> new ArrayList<>())
          .add(
              new KeyToPathBuilder()
                  .withKey(file.key())
                  .withPath(file.path().substring(Names.SECRETS_PATH.length() + 1))
                  .build());
    }
    return items.entrySet().stream()
        .map(
            entry ->
                new VolumeProjectionBuilder()
                    .withNewSecret()
                    .withName(entry.getKey())
                    .withItems(entry.getValue())
                    .endSecret()
                    .build())
        .toList();
  }

  private static Volume memory(String name, Quantity size) {
    return named(name)
        .withNewEmptyDir()
        .withMedium("Memory")
        .withSizeLimit(size)
        .endEmptyDir()
        .build();
  }

  private static VolumeBuilder named(String name) {
    return new VolumeBuilder().withName(name);
  }

  private static VolumeMount mount(String volume, String path, boolean readOnly) {
    return new VolumeMountBuilder()
        .withName(volume)
        .withMountPath(path)
        .withReadOnly(readOnly ? true : null)
        .build();
  }

  private static List<SecretFile> secrets(Plan plan) {
    return plan.spec().secrets() == null ? List.of() : plan.spec().secrets();
  }

  private static List<ConfigMapMount> configMaps(Plan plan) {
    return plan.spec().configMaps() == null ? List.of() : plan.spec().configMaps();
  }
}
