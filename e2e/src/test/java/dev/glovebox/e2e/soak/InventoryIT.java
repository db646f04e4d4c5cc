package dev.glovebox.e2e.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The looks that the soak's verdict rests on see what has leaked. */
@OnCluster
@Tag("local-node")
class InventoryIT {
  /** No container. The kubelet would take away a directory of a pod that it does not know. */
  private static final String SEED = "5eed";

  @Test
  void anObjectAndADirectoryThatStayAreFoundAndATaskThatIsDestroyedLeavesNeither(Cluster cluster) {
    var node = cluster.localNode();
    var inventory = new Inventory(cluster);
    String directory = "/run/containerd/io.containerd.runtime.v2.task/k8s.io/" + SEED;
    String volume = node.volumes().resolve("pvc-seed").toString();
    try (Workplace workplace = Workplace.open(cluster, "inventory")) {
      Traces before = inventory.now();
      workplace.script("task", "sleep 300", "resources: {cpu: 200m, memory: 128Mi}");
      String pod = workplace.inPhase("task", "Running").getStatus().podUID();
      Traces during = inventory.now();
      var objects = during.leakedObjects(before);
      var own = objects.stream().filter(o -> o.contains(workplace.namespace() + "/gbx-task-"));
      assertThat(own.map(object -> object.split(" ", 2)[0]))
          .contains("Pod", "PersistentVolumeClaim", "NetworkPolicy");
      assertThat(objects).anyMatch(object -> object.startsWith("PersistentVolume /"));
      // Each kind of entry is really looked for: a pod that runs has one of each.
      assertThat(during.entries())
          .filteredOn(entry -> entry.pod().equals(pod))
          .extracting(Traces.Entry::place)
          .contains(
              "kubelet-pod", "log", "container", "task", "snapshot", "address", "mount", "cgroup");

      workplace.delete("task");
      node.inNode("mkdir", directory, volume).succeed();
      workplace
          .cluster()
          .client()
          .resource(
              new ConfigMapBuilder()
                  .withNewMetadata()
                  .withName("seed")
                  .withNamespace(workplace.namespace())
                  .endMetadata()
                  .build())
          .create();
      Traces after = inventory.now();
      assertThat(after.leakedObjects(before))
          .contains("ConfigMap %s/seed".formatted(workplace.namespace()))
          .noneMatch(object -> object.contains("gbx-task-"));
      assertThat(after.leakedEntries(before)).contains("task " + SEED, "volume pvc-seed");
    } finally {
      node.inNode("rmdir", directory, volume).run();
    }
  }
}
