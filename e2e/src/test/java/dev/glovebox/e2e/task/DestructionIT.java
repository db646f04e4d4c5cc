package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What deleting a task takes away, and in which order. */
@OnCluster
@Tag("local-node")
class DestructionIT {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final List<String> ORDER =
      List.of("Pod", "PersistentVolumeClaim", "PersistentVolume", "NetworkPolicy", "SandboxTask");

  private static final String SMALL = "resources: {cpu: 200m, memory: 128Mi}\n";

  /** Ignores TERM, and says each time when it tried the API server and what that answered. */
  private static final String STUBBORN =
      """
      trap '' TERM
      while :; do
        answer=$(printf 'GET / HTTP/1.0\\r\\n\\r\\n' | timeout 1 nc -w 1 %s 443 2>/dev/null | tr -dc 'A-Za-z0-9/ ')
        echo "$(date +%%s) got [$answer]"
        sleep 0.2
      done
      """;

  @Test
  void deletingATaskTakesAwayPodClaimVolumeDirectoryAndPolicyInThatOrder(Cluster cluster)
      throws InterruptedException {
    try (Workplace workplace = Workplace.open(cluster, "destroy")) {
      workplace.script("doomed", "echo data > /workspace/data; trap '' TERM; sleep 300", "");
      SandboxTask task = workplace.inPhase("doomed", "Running");
      String uid = task.getMetadata().getUid();
      String name = task.getStatus().podName();
      var client = cluster.client();
      var claim = client.persistentVolumeClaims().inNamespace(workplace.namespace()).withName(name);
      String volume = claim.get().getSpec().getVolumeName();
      String directory = cluster.localNode().state().resolve("volumes/" + volume).toString();
      BooleanSupplier onDisk =
          () -> cluster.localNode().inNode("test", "-d", directory).run().exitCode() == 0;
      assertThat(onDisk.getAsBoolean()).as("the directory is there before").isTrue();

      workplace.handle("doomed").delete();

      // Each look is taken in reverse order of destruction, so that no change in between can hide a
      // wrong order.
      List<String> gone = new ArrayList<>();
      long end = System.nanoTime() + 60_000_000_000L;
      while (gone.size() < 5 && System.nanoTime() < end) {
        boolean policy =
            client
                    .network()
                    .v1()
                    .networkPolicies()
                    .inNamespace(workplace.namespace())
                    .withName(name)
                    .get()
                != null;
        boolean persistentVolume = client.persistentVolumes().withName(volume).get() != null;
        boolean disk = onDisk.getAsBoolean();
        boolean claimThere = claim.get() != null;
        boolean pod = client.pods().inNamespace(workplace.namespace()).withName(name).get() != null;
        note(gone, pod, "pod");
        note(gone, claimThere, "claim");
        note(gone, disk, "directory");
        note(gone, persistentVolume, "volume");
        note(gone, policy, "policy");
        assertThat(!policy && (pod || claimThere || persistentVolume))
            .as("the policy goes last; gone so far: %s", gone)
            .isFalse();
        assertThat(!claimThere && pod).as("the claim goes after the pod; gone: %s", gone).isFalse();
        Thread.sleep(20);
      }
      assertThat(gone).containsExactly("pod", "claim", "directory", "volume", "policy");

      Awaitility.await().until(() -> workplace.task("doomed") == null);
      assertThat(leftOf(workplace, uid)).isEmpty();
    }
  }

  @Test
  void inEveryCascadeTheTaskIsIsolatedToItsLastMomentAndEachThingWaitsForTheOneBefore(
      Cluster cluster) {
    try (Workplace workplace = Workplace.open(cluster, "cascade");
        Departures departures = new Departures(workplace)) {
      String script = STUBBORN.formatted(cluster.apiServerAddress());
      assertThatAnOrdinaryPodIsAnswered(workplace, script);
      Map<DeletionPropagation, SandboxTask> tasks = new LinkedHashMap<>();
      Map<DeletionPropagation, ByteArrayOutputStream> logs = new LinkedHashMap<>();
      List<LogWatch> following = new ArrayList<>();
      for (DeletionPropagation cascade : DeletionPropagation.values()) {
        workplace.script(name(cascade), script, SMALL + "terminationGracePeriodSeconds: 6\n");
      }
      for (DeletionPropagation cascade : DeletionPropagation.values()) {
        SandboxTask task = workplace.inPhase(name(cascade), "Running");
        tasks.put(cascade, task);
        var log = new ByteArrayOutputStream();
        logs.put(cascade, log);
        following.add(
            cluster
                .client()
                .pods()
                .inNamespace(workplace.namespace())
                .withName(task.getStatus().podName())
                .inContainer("task")
                .watchLog(log));
        Awaitility.await(cascade + " tries").atMost(PATIENCE).until(() -> log.size() > 0);
      }

      Instant told = Instant.now();
      tasks.forEach(
          (cascade, task) ->
              workplace.handle(name(cascade)).withPropagationPolicy(cascade).delete());

      tasks.forEach(
          (cascade, task) -> {
            Awaitility.await("all of " + cascade)
                .atMost(PATIENCE)
                .until(() -> departures.of(task).size() == ORDER.size());
            assertThat(departures.of(task)).as("%s", cascade).containsExactlyElementsOf(ORDER);
            List<String> tries =
                logs.get(cascade).toString(StandardCharsets.UTF_8).lines().toList();
            assertThat(tries).as("%s", cascade).noneMatch(line -> line.contains("HTTP"));
            assertThat(tries)
                .as("%s: tries two seconds and more after TERM", cascade)
                .anyMatch(
                    line ->
                        line.matches("\\d+ got .*")
                            && Long.parseLong(line.substring(0, line.indexOf(' ')))
                                > told.getEpochSecond() + 2);
          });
      following.forEach(LogWatch::close);
    }
  }

  private static String name(DeletionPropagation cascade) {
    return cascade.name().toLowerCase(Locale.ROOT);
  }

  private static void assertThatAnOrdinaryPodIsAnswered(Workplace workplace, String script) {
    String yaml =
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: ordinary}
        spec:
          restartPolicy: Never
          terminationGracePeriodSeconds: 1
          automountServiceAccountToken: false
          securityContext: {runAsNonRoot: true, runAsUser: 10001, seccompProfile: {type: RuntimeDefault}}
          containers:
          - name: main
            image: %s
            command: [sh, -c]
            args:
            - |
        %s
            securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
        """
            .formatted(workplace.busybox(), script.indent(6).stripTrailing());
    var pods = workplace.cluster().client().pods().inNamespace(workplace.namespace());
    pods.resource(Serialization.unmarshal(yaml, Pod.class)).create();
    Awaitility.await("the API server answers an ordinary pod")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> pods.withName("ordinary").getLog().contains("HTTP"));
  }

  @Test
  void aVolumeThatWasMadeToStayWhileTheTaskRanKeepsTheTaskUntilItsDataIsGone(Cluster cluster) {
    try (Workplace workplace = Workplace.open(cluster, "retain")) {
      workplace.script("kept", "echo data > /workspace/data; sleep 300", SMALL);
      SandboxTask task = workplace.inPhase("kept", "Running");
      String name = task.getStatus().podName();
      var client = cluster.client();
      var claim = client.persistentVolumeClaims().inNamespace(workplace.namespace()).withName(name);
      var volume = client.persistentVolumes().withName(claim.get().getSpec().getVolumeName());
      reclaim(cluster, volume.get(), "Retain");

      workplace.handle("kept").delete();

      SandboxTask stuck = new Stuck(workplace, "kept").awaitSaid("DataNotDestroyed");
      assertThat(stuck.getStatus().conditions())
          .anySatisfy(
              c ->
                  assertThat(c.message()).contains(volume.get().getMetadata().getName(), "Retain"));
      assertThat(workplace.pod(task)).as("the pod went").isNull();
      assertThat(claim.get()).as("the claim went").isNull();
      assertThat(
              client
                  .network()
                  .v1()
                  .networkPolicies()
                  .inNamespace(workplace.namespace())
                  .withName(name)
                  .get())
          .as("the policy waits")
          .isNotNull();

      reclaim(cluster, volume.get(), "Delete");
      Awaitility.await("the task goes with its data")
          .atMost(PATIENCE)
          .until(() -> workplace.task("kept") == null);
      assertThat(volume.get()).isNull();
    }
  }

  private static void reclaim(Cluster cluster, PersistentVolume volume, String policy) {
    cluster
        .kubectl(
            "patch",
            "persistentvolume",
            volume.getMetadata().getName(),
            "-p",
            "{\"spec\":{\"persistentVolumeReclaimPolicy\":\"%s\"}}".formatted(policy))
        .succeed();
  }

  @Test
  void aNamespaceGoesWithItsTasksInWhateverStateTheyAre(Cluster cluster) {
    try (Workplace workplace = Workplace.open(cluster, "doomed");
        Departures departures = new Departures(workplace)) {
      workplace.script("done", "true", SMALL);
      workplace.script("running", STUBBORN.formatted(cluster.apiServerAddress()), SMALL);
      SandboxTask done = workplace.finished("done");
      SandboxTask running = workplace.inPhase("running", "Running");
      workplace.script("early", "sleep 300", SMALL);

      cluster.client().namespaces().withName(workplace.namespace()).delete();

      Awaitility.await("the namespace is gone")
          .atMost(PATIENCE)
          .until(() -> cluster.client().namespaces().withName(workplace.namespace()).get() == null);
      for (SandboxTask task : List.of(done, running)) {
        Awaitility.await().until(() -> departures.of(task).size() == ORDER.size());
        assertThat(departures.of(task))
            .as("%s: the pod is gone before its policy is", task.getMetadata().getName())
            .startsWith("Pod");
      }
      assertThat(cluster.client().persistentVolumes().list().getItems())
          .noneMatch(
              volume ->
                  volume.getSpec().getClaimRef() != null
                      && workplace
                          .namespace()
                          .equals(volume.getSpec().getClaimRef().getNamespace()));
    }
  }

  private static void note(List<String> gone, boolean there, String what) {
    if (!there && !gone.contains(what)) {
      gone.add(what);
    }
  }

  /** Everything in the namespace that has the task's label. */
  private static List<String> leftOf(Workplace workplace, String uid) {
    String listed =
        workplace
            .cluster()
            .kubectl(
                "-n",
                workplace.namespace(),
                "get",
                "pods,persistentvolumeclaims,networkpolicies,secrets,configmaps",
                "-l",
                "glovebox.dev/task-uid=" + uid,
                "-o",
                "name")
            .succeed();
    return listed.lines().filter(line -> line.contains("/")).toList();
  }
}
