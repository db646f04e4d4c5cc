package dev.glovebox.e2e.attack;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.operator.OperatorDeployment;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * What happens while there is no operator, and after it comes back. It is away for as long as the
 * shared part takes: the Deployment is scaled to nothing and back.
 */
@OnCluster
class RestartAttackIT {
  private static final String OLDER = "01234567-89ab-cdef-0123-456789abcdef";
  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private static Ground ground;
  private static Workplace tasks;
  private static SandboxTask orphan;
  private static SandboxTask vanished;
  private static String orphanPodEnd;
  private static String foreignUid;
  private static long stuckUntil;

  @BeforeAll
  static void whileThereIsNoOperator(Cluster cluster) {
    ground = Ground.open(cluster, "attack-gone");
    tasks = ground.tasks();
    tasks.script(
        "orphan", "sleep 200", Ground.SMALL + "timeouts: {provisionSeconds: 25, runSeconds: 5}");
    tasks.script("vanished", "sleep 200", Ground.SMALL);
    tasks.script("stuck", "sleep 200", Ground.SMALL);
    vanished = tasks.inPhase("vanished", "Running");
    SandboxTask stuck = tasks.inPhase("stuck", "Running");
    orphan = tasks.inPhase("orphan", "Running");
    // One of the cluster's controllers holds the pod: the kubelet ends it, and it stays.
    ground
        .users()
        .podCollector()
        .pods()
        .inNamespace(tasks.namespace())
        .withName(stuck.getStatus().podName())
        .patch(MERGE, "{\"metadata\":{\"finalizers\":[\"example.com/held\"]}}");
    tasks.handle("stuck").delete();
    // Times of the API are whole seconds, so up to one may be missing of grace and 30 s.
    stuckUntil = System.nanoTime() + 29_500_000_000L;
    int replicas = operator().replicas();
    operator().scale(0);
    try {
      cluster
          .client()
          .pods()
          .inNamespace(tasks.namespace())
          .withName(vanished.getStatus().podName())
          .withGracePeriod(1)
          .delete();
      squat();
      var pods = cluster.client().pods().inNamespace(tasks.namespace());
      // Its own deadline, provision and run together, ends it without anybody.
      Awaitility.await("the pod ends by itself")
          .atMost(Duration.ofSeconds(70))
          .until(
              () ->
                  "Failed"
                      .equals(
                          pods.withName(orphan.getStatus().podName())
                              .get()
                              .getStatus()
                              .getPhase()));
      orphanPodEnd = pods.withName(orphan.getStatus().podName()).get().getStatus().getReason();
      Awaitility.await().until(() -> pods.withName(vanished.getStatus().podName()).get() == null);
    } finally {
      operator().scale(replicas);
    }
  }

  /**
   * A policy of the name that the next task's will have: an older task's, which closes that one and
   * not this. Nobody but the operator's own account can make it.
   */
  private static void squat() {
    tasks.script("squatted", "true", Ground.SMALL);
    String uid = tasks.task("squatted").getMetadata().getUid();
    NetworkPolicy policy = olderPolicy("gbx-squatted-" + uid.substring(0, 8));
    foreignUid = ground.users().operator().resource(policy).create().getMetadata().getUid();
  }

  private static NetworkPolicy olderPolicy(String name) {
    return new NetworkPolicyBuilder()
        .withNewMetadata()
        .withName(name)
        .withNamespace(tasks.namespace())
        .addToLabels("glovebox.dev/task-uid", OLDER)
        .endMetadata()
        .withNewSpec()
        .withNewPodSelector()
        .addToMatchLabels("glovebox.dev/task-uid", OLDER)
        .endPodSelector()
        .withPolicyTypes("Ingress", "Egress")
        .endSpec()
        .build();
  }

  private static OperatorDeployment operator() {
    return new OperatorDeployment(ground.cluster());
  }

  @AfterAll
  static void close() {
    // Only the operator's own account may take it away.
    var policies = ground.users().operator().network().v1().networkPolicies();
    String squatted = tasks.task("squatted").getMetadata().getUid().substring(0, 8);
    policies.inNamespace(tasks.namespace()).withName("gbx-squatted-" + squatted).delete();
    for (var pod :
        ground.cluster().client().pods().inNamespace(tasks.namespace()).list().getItems()) {
      ground
          .users()
          .podCollector()
          .resource(pod)
          .patch(MERGE, "{\"metadata\":{\"finalizers\":[]}}");
    }
    ground.close();
  }

  @Attack(Row.A34)
  void aPodWithoutAnOperator(Evidence evidence) {
    evidence.control("it ran", orphan.getStatus().runningTime() != null, orphan.getStatus());
    evidence.tried("it ran on", "DeadlineExceeded".equals(orphanPodEnd), orphanPodEnd);
    SandboxTask task = tasks.finished("orphan");
    evidence.tried(
        "the status says something else",
        task.getStatus().phase() == Phase.Failed
            && task.getStatus().reason().equals("DeadlineExceeded"),
        task.getStatus());
  }

  @Attack(Row.B8)
  void aPodThatDoesNotGo(Evidence evidence) {
    SandboxTask task =
        tasks.await(
            "stuck",
            "says that it waits, or goes",
            t ->
                t.getStatus().conditions().stream()
                    .anyMatch(
                        c ->
                            c.type().equals("Destroyed")
                                && "TerminationUnconfirmed".equals(c.reason())));
    evidence.control(
        "not before the kubelet had its 30 s", System.nanoTime() > stuckUntil, "earlier");
    String name = task.getStatus().podName();
    var client = ground.cluster().client();
    evidence.control(
        "the pod is there",
        client.pods().inNamespace(tasks.namespace()).withName(name).get() != null,
        "gone");
    evidence.tried(
        "the policy went before",
        client.network().v1().networkPolicies().inNamespace(tasks.namespace()).withName(name).get()
            != null,
        "no policy");
    evidence.tried(
        "the claim went before",
        client
                .persistentVolumeClaims()
                .inNamespace(tasks.namespace())
                .withName(name)
                .get()
                .getMetadata()
                .getDeletionTimestamp()
            == null,
        "claim deleted");
    ground
        .users()
        .podCollector()
        .pods()
        .inNamespace(tasks.namespace())
        .withName(name)
        .patch(MERGE, "{\"metadata\":{\"finalizers\":[]}}");
    Awaitility.await("all goes once the pod has")
        .atMost(PATIENCE)
        .until(() -> tasks.task("stuck") == null);
  }

  @Attack(Row.B9)
  void aForeignPolicyOfItsName(Evidence evidence) {
    SandboxTask task = tasks.finished("squatted");
    var there =
        ground
            .cluster()
            .client()
            .network()
            .v1()
            .networkPolicies()
            .inNamespace(tasks.namespace())
            .list()
            .getItems();
    evidence.control(
        "an object of the name is there",
        there.stream().anyMatch(p -> p.getMetadata().getUid().equals(foreignUid)),
        there);
    evidence.tried(
        "it is taken for the task's own",
        task.getStatus().phase() == Phase.Refused
            && task.getStatus().reason().equals("ForeignObject"),
        task.getStatus());
    evidence.tried(
        "something ran under it", Outcome.neverStarted(tasks.pod(task)), task.getStatus());
    String answer =
        Requests.answer(
            () ->
                ground
                    .users()
                    .developer()
                    .resource(olderPolicy("gbx-mine-01234567"))
                    .dryRun()
                    .create());
    evidence.tried("someone else makes one", Requests.denied(answer), answer);
  }

  @Attack(Row.B18)
  void aPodThatVanished(Evidence evidence) {
    evidence.control("it ran", vanished.getStatus().podUID() != null, vanished.getStatus());
    SandboxTask task = tasks.finished("vanished");
    evidence.tried(
        "it is run again, or said to be well",
        task.getStatus().phase() == Phase.Failed
            && task.getStatus().reason().equals("PodDeleted")
            && tasks.pod(task) == null,
        task.getStatus());
  }

  /** Dies again and again, at moments that nobody chose, while tasks are under way. */
  @Attack(Row.B11)
  void killedInBetween(Evidence evidence) throws InterruptedException {
    if (ground.cluster().node().isEmpty()) {
      Applicability.missing(Row.B11, ground.cluster()).ifPresent(evidence::notApplicable);
      return;
    }
    List<String> names = new ArrayList<>();
    int kills = 0;
    for (int round = 0; round < 3; round++) {
      for (String kind : List.of("good", "bad")) {
        String name = kind + "-" + round;
        tasks.script(
            name,
            "echo start; sleep 1; exit %d".formatted(kind.equals("bad") ? 3 : 0),
            Ground.SMALL);
        names.add(name);
      }
      Thread.sleep(400L * round + 300);
      kills +=
          ground.cluster().localNode().inNode("pkill", "-KILL", "-x", "java").run().exitCode() == 0
              ? 1
              : 0;
      Awaitility.await("the operator is back")
          .atMost(PATIENCE)
          .until(
              () ->
                  ground.cluster().localNode().inNode("pgrep", "-x", "java").run().exitCode() == 0);
    }
    evidence.control("it was killed", kills == 3, kills);
    var ends = new TreeMap<String, String>();
    for (String name : names) {
      SandboxTask task = tasks.finished(name);
      String wanted = name.startsWith("good") ? "Succeeded/null" : "Failed/ExitNonZero";
      String end = task.getStatus().phase() + "/" + task.getStatus().reason();
      ends.put(name, end);
      evidence.tried(
          name + " ends otherwise than without the kill",
          end.equals(wanted) || end.equals(wanted.replace("null", "")),
          task.getStatus());
      long starts = tasks.log(task).lines().filter("start"::equals).count();
      evidence.tried(name + " started more than once", starts == 1, starts);
    }
    evidence.control("all ended", ends.size() == 6, ends);
  }
}
