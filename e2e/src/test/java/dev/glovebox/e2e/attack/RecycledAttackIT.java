package dev.glovebox.e2e.attack;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Volumes that are made by hand: an empty one, and one in which someone has left data. */
@OnCluster
class RecycledAttackIT {
  private static final List<String> VOLUMES = List.of("empty", "used");
  private static Ground ground;

  @BeforeAll
  static void open(Cluster cluster) {
    ground = Ground.open(cluster, "attack-old");
  }

  @AfterAll
  static void close() {
    for (String volume : VOLUMES) {
      ground.cluster().client().persistentVolumes().withName(name(volume)).delete();
      ground.cluster().client().storage().v1().storageClasses().withName(name(volume)).delete();
    }
    ground.close();
  }

  private static String name(String volume) {
    return ground.tasks().namespace() + "-" + volume;
  }

  @Attack(Row.B21)
  void anothersData(Evidence evidence) {
    if (ground.cluster().node().isEmpty()) {
      Applicability.missing(Row.B21, ground.cluster()).ifPresent(evidence::notApplicable);
      return;
    }
    Workplace tasks = ground.tasks();
    tasks.underPolicy(
        policy ->
            VOLUMES.forEach(
                v -> ((ArrayNode) policy.at("/workspace/storageClassNames")).add(name(v))));
    for (String volume : VOLUMES) {
      make(volume);
      tasks.script(
          volume,
          "ls -A /workspace",
          Ground.SMALL + "workspace: {storageClassName: %s, size: 1Mi}".formatted(name(volume)));
    }
    Outcome.succeeded(evidence, tasks, "empty");
    Outcome.refused(evidence, tasks, "used", "WorkspaceNotEmpty");
  }

  private static void make(String volume) {
    Path directory = ground.cluster().localNode().state().resolve("run/" + name(volume));
    try {
      Files.createDirectories(directory);
      if (volume.equals("used")) {
        Files.writeString(directory.resolve("left"), "by another task\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ground.apply(
        """
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: {name: %1$s}
        provisioner: kubernetes.io/no-provisioner
        reclaimPolicy: Delete
        volumeBindingMode: WaitForFirstConsumer
        ---
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: %1$s}
        spec:
          capacity: {storage: 1Mi}
          accessModes: [ReadWriteOncePod]
          persistentVolumeReclaimPolicy: Delete
          storageClassName: %1$s
          local: {path: %2$s}
          nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [node-1]}]}]}}
        """
            .formatted(name(volume), directory));
  }
}
