package dev.glovebox.e2e.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.Finding;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.AuditLog;
import dev.glovebox.e2e.cluster.AuditLog.Request;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.operator.OperatorDeployment;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every change under a running task that takes its isolation away, really made, and when the task's
 * own process was silent after it.
 *
 * <p>The admission policies let nobody but the cluster's own controllers make most of them; so the
 * tests are the controller manager.
 */
@OnCluster
@Tag("local-node")
class IsolationLostIT {
  private static final String OPERATOR = "system:serviceaccount:glovebox-system:glovebox-operator";
  private static final Duration DEAD_WITHIN = Duration.ofMillis(3_500);
  private static final Duration SENT_WITHIN = Duration.ofMillis(200);

  /** A network that nothing of the cluster lies in, until a node or a Service is reached there. */
  private static final String GRANT =
      "network: {mode: Allowlist, allow: [{cidr: 203.0.113.0/24, ports: [{protocol: TCP, port: 80}]}]}";

  private static final String ALLOW_ALL = "{podSelector: {}, policyTypes: [Egress], egress: [{}]}";

  /**
   * A change.
   *
   * @param says a part of the message that the status must have
   * @param make makes it, given the workplace and the name of the task's objects
   */
  private record Change(
      String name, String says, String resource, BiConsumer<Workplace, String> make) {}

  private final List<Duration> sent = new ArrayList<>();
  private final List<Duration> dead = new ArrayList<>();

  @TestFactory
  Stream<DynamicTest> aChangeThatTakesIsolationAwayKillsTheTask(Cluster cluster) {
    Stream<DynamicTest> each =
        changes().stream()
            .map(change -> DynamicTest.dynamicTest(change.name(), () -> kills(cluster, change)));
    return Stream.concat(
        each, Stream.of(DynamicTest.dynamicTest("and all of them at once", this::inTime)));
  }

  private static List<Change> changes() {
    var changes = new ArrayList<Change>();
    for (int again = 1; again <= 3; again++) {
      changes.add(
          new Change(
              "its NetworkPolicy is deleted (" + again + ")",
              "was deleted",
              "networkpolicies",
              (w, name) -> asCluster(w, "delete", "networkpolicy", name)));
    }
    changes.add(
        new Change(
            "its NetworkPolicy is edited",
            "edited",
            "networkpolicies",
            (w, name) -> patch(w, "networkpolicy", name, "{\"spec\":{\"egress\":[{}]}}")));
    for (int again = 1; again <= 2; again++) {
      changes.add(
          new Change(
              "a second NetworkPolicy allows something (" + again + ")",
              "widening",
              "networkpolicies",
              (w, name) -> second(w, "widening", ALLOW_ALL)));
    }
    changes.add(
        new Change(
            "its pod loses the label that its NetworkPolicy selects",
            "metadata.labels",
            "pods",
            (w, name) -> asCluster(w, "label", "pod", name, "glovebox.dev/task-uid-")));
    changes.add(
        new Change(
            "its pod gets another image",
            "spec.containers",
            "pods",
            (w, name) -> asCluster(w, "set", "image", "pod/" + name, "task=glovebox.local/x")));
    changes.add(
        new Change(
            "its pod gets an ephemeral container",
            "ephemeral container",
            "pods/ephemeralcontainers",
            (w, name) ->
                asCluster(
                    w,
                    "patch",
                    "pod",
                    name,
                    "--subresource=ephemeralcontainers",
                    "--type=strategic",
                    "-p",
                    "{\"spec\":{\"ephemeralContainers\":[{\"name\":\"debugger\",\"image\":\"%s\",\"securityContext\":{\"allowPrivilegeEscalation\":false,\"capabilities\":{\"drop\":[\"ALL\"]}}}]}}"
                        .formatted(w.busybox()))));
    changes.add(
        new Change(
            "the SandboxPolicy allows its network no more",
            "spec.network.mode",
            "sandboxpolicies",
            (w, name) ->
                w.cluster()
                    .kubectl(
                        "patch",
                        "sandboxpolicy",
                        w.namespace(),
                        "--type=merge",
                        "-p",
                        "{\"spec\":{\"network\":{\"modes\":[\"None\"],\"allowedCidrs\":[]}}}")
                    .succeed()));
    changes.add(
        new Change(
            "its node gets an address inside what it was granted",
            "203.0.113.77",
            "nodes/status",
            (w, name) ->
                w.cluster()
                    .kubectl(
                        "patch",
                        "node",
                        "node-1",
                        "--subresource=status",
                        "--type=strategic",
                        "-p",
                        "{\"status\":{\"addresses\":[{\"type\":\"ExternalIP\",\"address\":\"203.0.113.77\"}]}}")
                    .succeed()));
    changes.add(
        new Change(
            "the SandboxPolicy is deleted",
            "which does not exist",
            "sandboxpolicies",
            (w, name) -> w.cluster().kubectl("delete", "sandboxpolicy", w.namespace()).succeed()));
    changes.add(
        new Change(
            "the SandboxPolicy is replaced by a stricter one",
            "the SandboxPolicy in force does not admit the task any more",
            "sandboxpolicies",
            (w, name) -> {
              w.cluster().kubectl("delete", "sandboxpolicy", w.namespace()).succeed();
              w.underPolicy(spec -> spec.withObject("/network").putArray("modes").add("None"));
            }));
    changes.add(
        new Change(
            "its namespace is put under a stricter SandboxPolicy",
            "spec.network.allow[0].cidr",
            "namespaces",
            (w, name) ->
                w.cluster()
                    .kubectl(
                        "label",
                        "--overwrite",
                        "namespace",
                        w.namespace(),
                        "glovebox.dev/policy=default")
                    .succeed()));
    changes.add(
        new Change(
            "a Service gets an external IP inside what it was granted",
            "203.0.113.78/32 (an external or load-balancer address of a Service)",
            "services",
            (w, name) -> service(w, "{ports: [{port: 9}], externalIPs: [203.0.113.78]}")));
    changes.add(
        new Change(
            "a Service gets a load balancer's address inside what it was granted",
            "203.0.113.79",
            "services/status",
            (w, name) -> {
              service(w, "{type: LoadBalancer, ports: [{port: 9}]}");
              w.cluster()
                  .kubectl(
                      "-n",
                      w.namespace(),
                      "patch",
                      "service",
                      "outside",
                      "--subresource=status",
                      "--type=merge",
                      "-p",
                      "{\"status\":{\"loadBalancer\":{\"ingress\":[{\"ip\":\"203.0.113.79\"}]}}}")
                  .succeed();
            }));
    changes.add(
        new Change(
            "the certificate of its node shows an open path",
            "NetworkNotEnforced",
            "nodecertificates/status",
            (w, name) ->
                as(
                    w,
                    OPERATOR,
                    "patch",
                    "nodecertificate",
                    "node-1.gvisor",
                    "--subresource=status",
                    "--type=merge",
                    "-p",
                    "{\"status\":{\"certified\":false,\"reason\":\"NetworkNotEnforced\",\"message\":\"test\",\"certifiedTime\":\"%s\"}}"
                        .formatted(Instant.now().plusSeconds(1)))));
    return changes;
  }

  private void kills(Cluster cluster, Change change) {
    try (Workplace workplace = Workplace.open(cluster, "lost")) {
      workplace.underPolicy(
          spec -> {
            ObjectNode network = spec.withObject("/network");
            network.putArray("modes").add("None").add("Allowlist");
            network.putArray("allowedCidrs").add("203.0.113.0/24");
          });
      try (Ticker ticker = Ticker.start(workplace, "ticker", GRANT)) {
        String name = ticker.task().getStatus().podName();
        Instant before = Instant.now();

        change.make().accept(workplace, name);

        Instant death = ticker.death();
        SandboxTask task = workplace.finished("ticker");
        assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Failed);
        assertThat(task.getStatus().reason()).isEqualTo("IsolationLost");
        assertThat(task.getStatus().message()).contains(change.says());
        dead.add(Duration.between(before, death));
        sent.add(changeToDelete(workplace, change, name, before));
        System.out.printf(
            "isolation lost: %s: delete sent after %d ms, last tick after %d ms%n",
            change.name(), sent.getLast().toMillis(), dead.getLast().toMillis());
        if (change.resource().equals("networkpolicies") && !change.says().equals("widening")) {
          assertThat(ours(workplace, name).getSpec().getEgress()).as("closed again").isEmpty();
        }
      }
      workplace.delete("ticker");
      undo(workplace, change);
    } finally {
      cluster.client().resources(SandboxPolicy.class).list().getItems().stream()
          .filter(policy -> policy.getMetadata().getName().startsWith("lost-"))
          .forEach(policy -> cluster.client().resource(policy).delete());
    }
  }

  /** What was changed in the cluster and not in the namespace would stand in everybody's way. */
  private static void undo(Workplace workplace, Change change) {
    if (change.resource().equals("nodecertificates/status")) {
      as(workplace, OPERATOR, "delete", "nodecertificate", "node-1.gvisor");
    }
    if (change.resource().startsWith("services")) {
      workplace
          .cluster()
          .kubectl("-n", workplace.namespace(), "delete", "service", "outside")
          .succeed();
    }
    if (change.resource().equals("nodes/status")) {
      workplace
          .cluster()
          .kubectl(
              "patch",
              "node",
              "node-1",
              "--subresource=status",
              "--type=strategic",
              "-p",
              "{\"status\":{\"addresses\":[{\"type\":\"ExternalIP\",\"$patch\":\"delete\"}]}}")
          .succeed();
    }
  }

  /** By the server's own account, with its own clock. */
  private static Duration changeToDelete(
      Workplace workplace, Change change, String pod, Instant before) {
    List<Request> writes = new AuditLog(workplace.cluster().localNode().auditLog()).writes();
    Request made =
        writes.stream()
            .filter(r -> r.resource().equals(change.resource()) && r.code() < 300)
            .filter(r -> !r.when().isBefore(before.minusMillis(5)))
            .findFirst()
            .orElseThrow();
    Request deleted =
        writes.stream()
            .filter(r -> r.user().equals(OPERATOR) && r.verb().equals("delete"))
            .filter(r -> r.resource().equals("pods") && r.name().equals(pod))
            .filter(r -> r.namespace().equals(workplace.namespace()))
            .findFirst()
            .orElseThrow();
    return Duration.between(made.when(), deleted.when());
  }

  private void inTime() {
    System.out.printf(
        "isolation lost, %d changes: delete sent: median %d ms, most %d ms; last tick: median %d ms,"
            + " p95 %d ms%n",
        sent.size(), at(sent, 50), at(sent, 100), at(dead, 50), at(dead, 95));
    assertThat(sent).hasSize(changes().size());
    assertThat(at(sent, 50)).isLessThan(SENT_WITHIN.toMillis());
    assertThat(at(dead, 95)).isLessThan(DEAD_WITHIN.toMillis());
  }

  /** Percentile in milliseconds, the nearest rank. */
  private static long at(List<Duration> times, int percent) {
    List<Duration> sorted = times.stream().sorted().toList();
    int rank = (int) Math.ceil(percent / 100.0 * sorted.size());
    return sorted.get(Math.max(0, rank - 1)).toMillis();
  }

  @Test
  void changesThatTakeNothingAwayLeaveTheTaskRunning(Cluster cluster) {
    try (Workplace workplace = Workplace.open(cluster, "kept");
        Ticker ticker = Ticker.start(workplace, "ticker", "")) {
      String name = ticker.task().getStatus().podName();

      second(workplace, "denying", "{podSelector: {}, policyTypes: [Ingress, Egress]}");
      second(
          workplace,
          "for-others",
          "{podSelector: {matchExpressions: [{key: glovebox.dev/task-uid, operator: DoesNotExist}]},"
              + " policyTypes: [Egress], egress: [{}]}");
      asCluster(workplace, "annotate", "networkpolicy", name, "example.com/note=x");
      asCluster(workplace, "annotate", "pod", name, "example.com/note=x");
      cluster.kubectl("annotate", "sandboxpolicy", "default", "example.com/note=x").succeed();
      cluster.kubectl("label", "namespace", workplace.namespace(), "example.com/x=y").succeed();
      try {
        Awaitility.await()
            .during(Duration.ofSeconds(5))
            .atMost(Duration.ofSeconds(10))
            .until(() -> ticker.ticks() && workplace.task("ticker") != null);
        assertThat(workplace.task("ticker").getStatus().phase()).isEqualTo(Phase.Running);
      } finally {
        cluster.kubectl("annotate", "sandboxpolicy", "default", "example.com/note-").succeed();
      }
    }
  }

  @Test
  void whatWasChangedAndChangedBackWhileNoOperatorRanIsFoundWhenItIsBack(Cluster cluster) {
    try (Workplace workplace = Workplace.open(cluster, "alone");
        Ticker changed = Ticker.start(workplace, "changed", "");
        Ticker left = Ticker.start(workplace, "left", "")) {
      String name = changed.task().getStatus().podName();
      try {
        new OperatorDeployment(cluster).scale(0);
        patch(workplace, "networkpolicy", name, "{\"spec\":{\"egress\":[{}]}}");
        patch(workplace, "networkpolicy", name, "{\"spec\":{\"egress\":null}}");
        assertThat(changed.ticks()).isTrue();
      } finally {
        new OperatorDeployment(cluster).scale(1);
      }

      SandboxTask killed = workplace.finished("changed");
      assertThat(killed.getStatus().reason())
          .as("%s", killed.getStatus())
          .isEqualTo("IsolationLost");
      changed.death();

      // The other one runs on. That nobody watched it for a while is said.
      assertThat(left.ticks()).isTrue();
      cluster
          .kubectl(
              "-n",
              workplace.namespace(),
              "patch",
              "sandboxtask",
              "left",
              "--type=merge",
              "-p",
              "{\"spec\":{\"desiredState\":\"Cancelled\"}}")
          .succeed();
      SandboxTask cancelled = workplace.finished("left");
      assertThat(cancelled.getStatus().reason()).isEqualTo("Cancelled");
      assertThat(cancelled.getStatus().findings())
          .extracting(Finding::type)
          .contains("WatchInterrupted");
    }
  }

  private static NetworkPolicy ours(Workplace workplace, String name) {
    return workplace
        .cluster()
        .client()
        .network()
        .networkPolicies()
        .inNamespace(workplace.namespace())
        .withName(name)
        .get();
  }

  private static void second(Workplace workplace, String name, String spec) {
    workplace
        .cluster()
        .client()
        .resource(
            Serialization.unmarshal(
                """
                apiVersion: networking.k8s.io/v1
                kind: NetworkPolicy
                metadata: {name: %s, namespace: %s}
                spec: %s
                """
                    .formatted(name, workplace.namespace(), spec),
                NetworkPolicy.class))
        .create();
  }

  private static void service(Workplace workplace, String spec) {
    workplace
        .cluster()
        .client()
        .resource(
            Serialization.unmarshal(
                """
                apiVersion: v1
                kind: Service
                metadata: {name: outside, namespace: %s}
                spec: %s
                """
                    .formatted(workplace.namespace(), spec),
                Service.class))
        .create();
  }

  private static void patch(Workplace workplace, String kind, String name, String merge) {
    asCluster(workplace, "patch", kind, name, "--type=merge", "-p", merge);
  }

  private static void asCluster(Workplace workplace, String... arguments) {
    as(workplace, "system:kube-controller-manager", arguments);
  }

  private static void as(Workplace workplace, String user, String... arguments) {
    var line = new ArrayList<>(List.of("-n", workplace.namespace()));
    line.addAll(List.of("--as", user, "--as-group", "system:masters"));
    line.addAll(List.of(arguments));
    workplace.cluster().kubectl(line.toArray(String[]::new)).succeed();
  }
}
