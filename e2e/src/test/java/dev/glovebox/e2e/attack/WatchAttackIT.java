package dev.glovebox.e2e.attack;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClassBuilder;
import java.time.Duration;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What changes under a task that has been looked at already. */
@OnCluster
class WatchAttackIT {
  /**
   * The row asks whether it is killed. How soon is measured where the machine can be judged too:
   * IsolationLostIT wants 3.5 s (p95) from all its kills; of one kill, beside other tests, on a
   * cluster of somebody's, nothing shorter than this is certain.
   */
  private static final Duration KILLED_WITHIN = Duration.ofSeconds(10);

  private static final String OPEN =
      "ingress: [{}]\n  egress: [{}]\n  policyTypes: [Ingress, Egress]";
  private static final String DNS =
      "egress: [{ports: [{protocol: UDP, port: 53}, {protocol: TCP, port: 53}]}]\n  policyTypes: [Egress]";

  private static Ground ground;

  @BeforeAll
  static void open(Cluster cluster) {
    ground = Ground.open(cluster, "attack-watch");
    AdmissionAttacks.ordinary(ground);
  }

  @AfterAll
  static void close() {
    ground.close();
  }

  @Attack(Row.A24)
  void aSecondPolicy(Evidence evidence) {
    widened(evidence, "anything", OPEN);
    ground.tasks().script("victim", "sleep 100", Ground.SMALL);
    AdmissionAttacks.widen(ground, ground.tasks().inPhase("victim", "Running"), evidence);
  }

  @Attack(Row.B13)
  void dnsForAll(Evidence evidence) {
    widened(evidence, "allow-dns", DNS);
  }

  /** A namespace-wide policy that allows something: before the release, and during the run. */
  private static void widened(Evidence evidence, String policy, String rules) {
    try (Workplace before = Workplace.open(ground.cluster(), "attack-wide");
        Workplace during = Workplace.open(ground.cluster(), "attack-later")) {
      during.script("running", "sleep 100", Ground.SMALL);
      apply(before, policy, "{}", rules);
      before.script("refused", "sleep 100", Ground.SMALL);
      // Not of sandboxes, by the remedy that the message names; and one that only denies.
      apply(
          during,
          "spared",
          "{matchExpressions: [{key: glovebox.dev/task-uid, operator: DoesNotExist}]}",
          rules);
      apply(during, "denies", "{}", "policyTypes: [Ingress, Egress]");
      Outcome.refused(evidence, before, "refused", "NetworkPolicyWidened");
      String message = before.task("refused").getStatus().message();
      evidence.tried("the policy is not named", message.contains(policy), message);
      SandboxTask running = during.inPhase("running", "Running");
      String pod = running.getStatus().podName();
      evidence.control(
          "with policies that do not open it the task runs",
          running.getStatus().podUID() != null,
          running);
      long start = System.nanoTime();
      apply(during, policy, "{}", rules);
      var pods = ground.cluster().client().pods().inNamespace(during.namespace()).withName(pod);
      boolean killed;
      try {
        Awaitility.await()
            .atMost(KILLED_WITHIN)
            .pollInterval(Duration.ofMillis(50))
            .until(() -> pods.get() == null || ended(pods.get().getStatus().getPhase()));
        killed = true;
      } catch (org.awaitility.core.ConditionTimeoutException e) {
        killed = false;
      }
      evidence.tried(
          "it runs on under " + policy, killed, Duration.ofNanos(System.nanoTime() - start));
      if (killed) {
        SandboxTask task = during.finished("running");
        evidence.tried(
            "the status says something else",
            task.getStatus().phase() == Phase.Failed
                && task.getStatus().reason().equals("IsolationLost")
                && task.getStatus().message().contains(policy),
            task.getStatus());
      }
    }
  }

  private static boolean ended(String phase) {
    return Set.of("Failed", "Succeeded").contains(phase);
  }

  private static void apply(Workplace where, String name, String selector, String rules) {
    ground.apply(
        """
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: {name: %s, namespace: %s}
        spec:
          podSelector: %s
          %s
        """
            .formatted(name, where.namespace(), selector, rules));
  }

  /** The class is deleted and made again with another handler while the probe is at work. */
  @Attack(Row.B20)
  void anotherClassOfTheSameName(Evidence evidence) {
    if (ground.cluster().node().isEmpty()) {
      Applicability.missing(Row.B20, ground.cluster()).ifPresent(evidence::notApplicable);
      return;
    }
    var node = ground.cluster().localNode();
    String name = ground.tasks().namespace();
    var classes = ground.cluster().client().resources(RuntimeClass.class);
    classes.resource(runtimeClass(name, "runsc")).create();
    try (Workplace tasks = Workplace.open(ground.cluster(), "attack-class")) {
      tasks.underPolicy(
          policy ->
              ((ArrayNode) policy.get("runtimes"))
                  .addObject()
                  .put("runtimeClassName", name)
                  .put("kind", "GVisor")
                  .putArray("handlers")
                  .add("runsc")
                  .add("runsc-lookalike"));
      String spec = Ground.SMALL + "runtimes: [%s]".formatted(name);
      tasks.script("before", "echo ran", spec);
      Outcome.succeeded(evidence, tasks, "before");
      node.inNode("pkill", "-STOP", "-x", "kube-router").succeed();
      try {
        tasks.script("after", "sleep 20; echo ran", spec);
        Awaitility.await()
            .atMost(Duration.ofSeconds(30))
            .until(
                () -> {
                  var pod = tasks.pod(tasks.task("after"));
                  return pod != null
                      && pod.getStatus().getInitContainerStatuses().stream()
                          .anyMatch(c -> c.getState() != null && c.getState().getRunning() != null);
                });
        classes.withName(name).delete();
        classes.resource(runtimeClass(name, "runsc-lookalike")).create();
      } finally {
        node.inNode("pkill", "-CONT", "-x", "kube-router").succeed();
      }
      SandboxTask task = tasks.finished("after");
      evidence.control("it was placed before", task.getStatus().podUID() != null, task.getStatus());
      evidence.tried(
          "it ends well all the same",
          task.getStatus().phase() != Phase.Succeeded,
          task.getStatus());
      evidence.tried(
          "the status does not say it",
          Set.of(
                  "RuntimeClassMissing",
                  "RuntimeHandlerNotAllowed",
                  "ProofRejected",
                  "IsolationLost")
              .contains(task.getStatus().reason()),
          task.getStatus());
    } finally {
      classes.withName(name).delete();
      ground.cluster().kubectl("delete", "nodecertificates", "--all").succeed();
    }
  }

  private static RuntimeClass runtimeClass(String name, String handler) {
    return new RuntimeClassBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withHandler(handler)
        .build();
  }
}
