package dev.glovebox.e2e.reason;

import dev.glovebox.e2e.cluster.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Volumes that an administrator made by hand on node-1, each of a class of its own. */
final class HandMadeVolumes implements AutoCloseable {
  /** Empty, and takes the fsGroup. */
  static final String FINE = "fine";

  /** Someone left a file. */
  static final String USED = "used";

  /** A hostPath volume: the kubelet gives it no fsGroup. */
  static final String ROOTS = "roots";

  /** Its directory is not there. */
  static final String GONE = "gone";

  /** There is a class of this name, and no such volume, nor anything that would make one. */
  static final String UNMADE = "unmade";

  static final List<String> ALL = List.of(FINE, USED, ROOTS, GONE, UNMADE);

  private final Cluster cluster;
  private final String prefix;

  HandMadeVolumes(Cluster cluster, String prefix) throws IOException {
    this.cluster = cluster;
    this.prefix = prefix;
    for (String volume : ALL) {
      Path directory = cluster.localNode().state().resolve("run/" + name(volume));
      if (!volume.equals(GONE)) {
        Files.createDirectories(directory);
      }
      if (volume.equals(USED)) {
        Files.writeString(directory.resolve("left"), "by another task\n");
      }
      makeClass(volume);
      if (!volume.equals(UNMADE)) {
        make(volume, directory);
      }
    }
  }

  /** Name of the volume and of its class. */
  String name(String volume) {
    return prefix + "-" + volume;
  }

  /** YAML for the spec of the task that is to get it. */
  String workspace(String volume) {
    return "workspace: {storageClassName: %s, size: 1Mi}\n".formatted(name(volume));
  }

  private void makeClass(String volume) {
    cluster.create(
        """
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: {name: %s}
        provisioner: kubernetes.io/%s
        reclaimPolicy: Delete
        volumeBindingMode: WaitForFirstConsumer
        """
            .formatted(name(volume), volume.equals(UNMADE) ? "no-such-plugin" : "no-provisioner"));
  }

  private void make(String volume, Path directory) {
    cluster.create(
        """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: %1$s}
        spec:
          capacity: {storage: 1Mi}
          accessModes: [ReadWriteOncePod]
          persistentVolumeReclaimPolicy: Delete
          storageClassName: %1$s
          %2$s: {path: %3$s}
          nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [node-1]}]}]}}
        """
            .formatted(name(volume), volume.equals(ROOTS) ? "hostPath" : "local", directory));
  }

  @Override
  public void close() {
    for (String volume : ALL) {
      cluster.client().persistentVolumes().withName(name(volume)).delete();
      cluster.client().storage().v1().storageClasses().withName(name(volume)).delete();
    }
  }
}
