package dev.glovebox.e2e.reason;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.certify.Certificates;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.install.Users;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Someone interferes at a chosen moment of a task's life. One at a time. */
@OnCluster
@Tag("local-node")
class InterferenceIT {
  private static final String SMALL = "resources: {cpu: 200m, memory: 64Mi}\n";
  private static final String CERTIFICATE = "node-1.gvisor";

  private static Endings endings;
  private static Cluster cluster;
  private static Workplace tasks;

  /** The positive control of all: a task succeeds. And the node has its certificate then. */
  @BeforeAll
  static void open(Cluster on) {
    cluster = on;
    endings = Endings.from(on);
    tasks = Workplace.open(on, "interfered");
    tasks.underPolicy(policy -> {});
    tasks.script("fine", "true", SMALL);
    SandboxTask fine = tasks.finished("fine");
    assertThat(fine.getStatus().phase()).as("%s", fine.getStatus()).isEqualTo(Phase.Succeeded);
  }

  @AfterAll
  static void close() {
    tasks.close();
  }

  @Test
  @Shows(Reason.ReadBackFailed)
  void aSecretThatTheOperatorMayNotReadIsNotTakenForMissing() {
    var role = cluster.client().rbac().clusterRoles().withName("glovebox-operator-inputs");
    List<String> resources = role.get().getRules().getFirst().getResources();
    assertThat(resources).contains("secrets");
    read(role, resources.stream().filter(resource -> !resource.equals("secrets")).toList());
    try (var users = new Users(cluster.client())) {
      Awaitility.await("the right is gone")
          .until(
              () ->
                  isForbidden(
                      () -> users.operator().secrets().inNamespace("default").withName("x").get()));
      tasks.script(
          "unread",
          "true",
          SMALL + "secrets: [{secretName: npm-token, key: token, path: /run/secrets/s}]");
      endings
          .of(tasks, "unread")
          .is(Reason.ReadBackFailed)
          .asInTheExample()
          .saying("spec.secrets[0]", "\"npm-token\" cannot be read", "forbidden");
    } finally {
      read(role, resources);
    }
  }

  private static void read(Resource<ClusterRole> role, List<String> resources) {
    role.edit(
        now ->
            new ClusterRoleBuilder(now).editFirstRule().withResources(resources).endRule().build());
  }

  private static boolean isForbidden(Runnable request) {
    try {
      request.run();
      return false;
    } catch (KubernetesClientException e) {
      return e.getCode() == 403;
    }
  }

  /** As a restored backup leaves one. It waits for its quota until the object is there. */
  @Test
  @Shows(Reason.ForeignObject)
  void anObjectOfTheTasksNameThatIsAnothersIsNotTouched() {
    maxActiveTasks(0);
    tasks.script("namesake", "true", SMALL);
    SandboxTask waiting = tasks.inPhase("namesake", "Pending");
    String name = "gbx-namesake-" + waiting.getMetadata().getUid().substring(0, 8);
    var claim =
        Serialization.unmarshal(
            """
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: %s, namespace: %s, labels: {glovebox.dev/task-uid: another}}
            spec:
              accessModes: [ReadWriteOncePod]
              storageClassName: standard
              resources: {requests: {storage: 1Mi}}
            """
                .formatted(name, tasks.namespace()),
            PersistentVolumeClaim.class);
    try (var users = new Users(cluster.client())) {
      // The name is reserved: nobody else could make it.
      users.operator().resource(claim).create();
      maxActiveTasks(200);

      endings
          .of(tasks, "namesake")
          .is(Reason.ForeignObject)
          .asInTheExample()
          .saying("PersistentVolumeClaim", name, "delete it");
      assertThat(users.operator().resource(claim).get()).as("the other's claim").isNotNull();
      users.operator().resource(claim).delete();
    }
  }

  private static void maxActiveTasks(int number) {
    cluster
        .client()
        .resources(SandboxPolicy.class)
        .withName(tasks.namespace())
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"spec\":{\"maxActiveTasksPerNamespace\":%d}}".formatted(number));
  }

  /** The certificate says another guest kernel than the sandbox that is being proved has. */
  @Test
  @Shows(Reason.ProofRejected)
  void aReportThatDoesNotAgreeWithTheCertificateIsRejected() {
    tasks.script("disagrees", "sleep 60", SMALL);
    SandboxTask released =
        tasks.await("disagrees", "is released", task -> isReleased(tasks.pod(task)));
    new Certificates(cluster)
        .forge(CERTIFICATE, status -> status.put("guestKernel", "9.9.9-another"));
    try {
      assertThat(released.getStatus().runningTime()).isNull();
      endings
          .of(tasks, "disagrees")
          .is(Reason.ProofRejected)
          .asInTheExample()
          .saying("kernel release", "is not the certificate's", "9.9.9-another");
    } finally {
      new Certificates(cluster).forget();
    }
  }

  private static boolean isReleased(Pod pod) {
    return pod != null && pod.getSpec().getSchedulingGates().isEmpty();
  }

  @Test
  @Shows(Reason.IsolationLost)
  void aNetworkPolicyThatOpensARunningSandboxLosesItsIsolation() {
    tasks.script("opened", "sleep 120", SMALL);
    tasks.inPhase("opened", "Running");
    var policy =
        Serialization.unmarshal(
            """
            apiVersion: networking.k8s.io/v1
            kind: NetworkPolicy
            metadata: {name: allow-all, namespace: %s}
            spec: {podSelector: {}, policyTypes: [Egress], egress: [{}]}
            """
                .formatted(tasks.namespace()),
            NetworkPolicy.class);
    cluster.client().resource(policy).create();
    try {
      endings
          .of(tasks, "opened")
          .is(Reason.IsolationLost)
          .asInTheExample()
          .saying("NetworkPolicy", "allow-all");
      Awaitility.await("its pod is gone")
          .atMost(Duration.ofSeconds(30))
          .until(() -> tasks.pod(tasks.task("opened")) == null);
    } finally {
      cluster.client().resource(policy).delete();
    }
  }
}
