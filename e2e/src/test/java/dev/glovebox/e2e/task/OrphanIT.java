package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.install.Users;
import dev.glovebox.e2e.operator.OperatorAbsence;
import dev.glovebox.e2e.operator.OperatorMetrics;
import dev.glovebox.e2e.operator.OperatorProcess;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSchedulingGate;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Objects without a task: one task's finalizer was taken off while there was no operator, another's
 * objects come from a backup, and one object only looks like them.
 */
@OnCluster
@Tag("local-node")
class OrphanIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String SMALL = "resources: {cpu: 200m, memory: 128Mi}\n";

  @Test
  void orphansAreReportedThenDestroyedInOrderWhileARestoredClaimAndAStrangerStay(Cluster cluster) {
    try (Workplace workplace = Workplace.open(cluster, "orphans");
        Departures departures = new Departures(workplace);
        Users users = new Users(cluster.client())) {
      workplace.script("saved", "sleep 300", SMALL);
      workplace.script("lost", "trap '' TERM; sleep 300", SMALL);
      workplace.script("kept", "sleep 300", SMALL);
      SandboxTask saved = workplace.inPhase("saved", "Running");
      SandboxTask lost = workplace.inPhase("lost", "Running");
      SandboxTask kept = workplace.inPhase("kept", "Running");
      List<HasMetadata> backup = objects(workplace, saved);
      assertThat(backup).hasSize(3);
      workplace.delete("saved");

      OperatorAbsence absence = OperatorAbsence.begin(cluster);
      try {
        orphan(workplace, users, lost);
        restore(users.operator(), backup);
        NetworkPolicy stranger = policy(workplace, lost);
        stranger.getMetadata().setName("gbx-stranger-00000000");
        restore(users.operator(), List.of(stranger));

        Map<String, String> environment = OperatorProcess.environment(cluster);
        environment.put("GLOVEBOX_ORPHAN_GRACE_SECONDS", "16");
        String server = cluster.client().getConfiguration().getMasterUrl();
        try (var operator = OperatorProcess.onNode(cluster, server, environment)) {
          operator.awaitLeading();
          assertReported(workplace, lost, saved);
          assertSwept(workplace, departures, lost, operator);
        }
      } finally {
        absence.close();
      }
      assertThat(left(workplace))
          .as("the task that is there, the stranger, and the claim from the backup")
          .containsExactlyInAnyOrder(
              "Pod " + kept.getStatus().podName(),
              "PersistentVolumeClaim " + kept.getStatus().podName(),
              "NetworkPolicy " + kept.getStatus().podName(),
              "NetworkPolicy gbx-stranger-00000000",
              "PersistentVolumeClaim " + saved.getStatus().podName());
      SandboxTask still = workplace.task("kept");
      assertThat(still.getStatus().phase()).as("%s", still.getStatus()).isEqualTo(Phase.Running);
    }
  }

  /** The finalizer goes, as if Glovebox had been uninstalled, and the cascade lets all be. */
  private static void orphan(Workplace workplace, Users users, SandboxTask task) {
    String name = task.getMetadata().getName();
    var handle =
        users
            .operator()
            .resources(SandboxTask.class)
            .inNamespace(workplace.namespace())
            .withName(name);
    handle.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":[]}}");
    handle.withPropagationPolicy(DeletionPropagation.ORPHAN).delete();
    Awaitility.await("the task is gone").atMost(PATIENCE).until(() -> workplace.task(name) == null);
    assertThat(objects(workplace, task))
        .as("all of it is still there")
        .hasSize(3)
        .allSatisfy(o -> assertThat(o.getMetadata().getOwnerReferences()).isEmpty());
  }

  /** As a backup tool does, managedFields included. */
  private static void restore(KubernetesClient operator, List<? extends HasMetadata> objects) {
    for (HasMetadata object : objects) {
      var metadata = object.getMetadata();
      metadata.setUid(null);
      metadata.setResourceVersion(null);
      metadata.setCreationTimestamp(null);
      metadata.setOwnerReferences(List.of());
      metadata.setFinalizers(List.of());
      if (object instanceof Pod pod) {
        pod.getSpec().setNodeName(null);
        pod.getSpec().setSchedulingGates(List.of(new PodSchedulingGate("glovebox.dev/release")));
        pod.setStatus(null);
      }
      if (object instanceof PersistentVolumeClaim claim) {
        claim.getSpec().setVolumeName(null);
        claim
            .getMetadata()
            .getAnnotations()
            .keySet()
            .removeIf(key -> key.contains("kubernetes.io"));
        claim.setStatus(null);
      }
      operator.resource(object).create();
    }
  }

  private static void assertReported(Workplace workplace, SandboxTask lost, SandboxTask saved) {
    Awaitility.await("each has an event")
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              Map<String, String> words = reports(workplace);
              assertThat(words)
                  .containsKeys(
                      "Pod " + lost.getStatus().podName(),
                      "PersistentVolumeClaim " + lost.getStatus().podName(),
                      "NetworkPolicy " + lost.getStatus().podName(),
                      "Pod " + saved.getStatus().podName(),
                      "NetworkPolicy " + saved.getStatus().podName());
              assertThat(words.get("Pod " + lost.getStatus().podName()))
                  .contains(lost.getMetadata().getUid(), "is destroyed after");
              assertThat(words.get("PersistentVolumeClaim " + saved.getStatus().podName()))
                  .contains("left alone", "restored");
              assertThat(words.get("NetworkPolicy gbx-stranger-00000000"))
                  .contains("left alone", "name");
            });
    assertThat(objects(workplace, lost)).as("reported first, and only that").hasSize(3);
  }

  private static void assertSwept(
      Workplace workplace, Departures departures, SandboxTask lost, OperatorProcess operator) {
    Awaitility.await("the orphans are gone")
        .atMost(PATIENCE)
        .until(() -> left(workplace).size() == 5 && departures.of(lost).size() == 5);
    // The volume has no say: when the pod is gone nobody can reach anything any more.
    assertThat(departures.of(lost))
        .startsWith("SandboxTask", "Pod", "PersistentVolumeClaim")
        .contains("PersistentVolume", "NetworkPolicy");
    Awaitility.await("metrics")
        .untilAsserted(
            () -> {
              String scrape = operator.get("/metrics").body();
              assertThat(value(scrape, "glovebox_orphans_destroyed_total", "Pod")).isEqualTo(2);
              assertThat(value(scrape, "glovebox_orphans_destroyed_total", "PersistentVolumeClaim"))
                  .isEqualTo(1);
              assertThat(value(scrape, "glovebox_orphans_destroyed_total", "NetworkPolicy"))
                  .isEqualTo(2);
              assertThat(value(scrape, "glovebox_orphans", "Pod")).isZero();
              assertThat(value(scrape, "glovebox_orphans", "PersistentVolumeClaim")).isEqualTo(1);
              assertThat(value(scrape, "glovebox_orphans", "NetworkPolicy")).isEqualTo(1);
            });
  }

  private static double value(String scrape, String metric, String kind) {
    return OperatorMetrics.value(scrape, "%s{kind=\"%s\"}".formatted(metric, kind));
  }

  private static NetworkPolicy policy(Workplace workplace, SandboxTask task) {
    return workplace
        .cluster()
        .client()
        .resources(NetworkPolicy.class)
        .inNamespace(workplace.namespace())
        .withName(task.getStatus().podName())
        .get();
  }

  /** What there is of a task's pod, claim and policy. */
  private static List<HasMetadata> objects(Workplace workplace, SandboxTask task) {
    return all(workplace).stream()
        .filter(o -> o.getMetadata().getName().equals(task.getStatus().podName()))
        .toList();
  }

  private static List<String> left(Workplace workplace) {
    return all(workplace).stream().map(o -> o.getKind() + " " + o.getMetadata().getName()).toList();
  }

  private static List<HasMetadata> all(Workplace workplace) {
    return List.of(Pod.class, PersistentVolumeClaim.class, NetworkPolicy.class).stream()
        .flatMap(
            kind ->
                workplace
                    .cluster()
                    .client()
                    .resources(kind)
                    .inNamespace(workplace.namespace())
                    .list()
                    .getItems()
                    .stream())
        .map(HasMetadata.class::cast)
        .toList();
  }

  /** By kind and name, what the events on each object say. */
  private static Map<String, String> reports(Workplace workplace) {
    return workplace
        .cluster()
        .client()
        .v1()
        .events()
        .inNamespace(workplace.namespace())
        .list()
        .getItems()
        .stream()
        .filter(event -> event.getReason().equals("Orphaned"))
        .collect(
            Collectors.toMap(
                event ->
                    event.getInvolvedObject().getKind() + " " + event.getInvolvedObject().getName(),
                Event::getMessage,
                (one, other) -> one + "\n" + other));
  }
}
