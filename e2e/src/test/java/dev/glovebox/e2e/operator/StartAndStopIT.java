package dev.glovebox.e2e.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.glovebox.e2e.cluster.Checkout;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The process and its API server, with exactly the rights that the chart gives. */
@OnCluster(OnCluster.Needs.API_SERVER)
@Tag("local-node")
class StartAndStopIT {

  private static final Duration STARTED_WITHIN = Duration.ofMinutes(2);
  private static final Set<String> RIGHTS =
      Set.of("ServiceAccount", "ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding");

  private static Cluster cluster;
  private static final List<HasMetadata> OURS = new ArrayList<>();

  @BeforeAll
  static void install(Cluster given) {
    cluster = given;
    cluster
        .kubectl("apply", "--server-side", "-f", Checkout.file("crds/yaml").toString())
        .succeed();
    cluster
        .kubectl("wait", "--for=condition=Established", "--timeout=30s", "crd", "--all")
        .succeed();
    for (HasMetadata item : manifest()) {
      if (item.getKind().equals("Namespace") || RIGHTS.contains(item.getKind())) {
        create(item);
      }
    }
  }

  @AfterAll
  static void remove() {
    for (HasMetadata item : OURS.reversed()) {
      cluster.client().resource(item).delete();
    }
  }

  @BeforeEach
  void freeTheLease() {
    lease("", 1);
  }

  private static List<HasMetadata> manifest() {
    try (var manifest = Files.newInputStream(Checkout.file("manifests/install.yaml"))) {
      return cluster.client().load(manifest).items();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void create(HasMetadata item) {
    OURS.add(cluster.client().resource(item).create());
  }

  private static List<HasMetadata> admission() {
    return manifest().stream()
        .filter(item -> item.getKind().startsWith("ValidatingAdmissionPolicy"))
        .filter(
            item ->
                Set.of("glovebox-objects", "glovebox-policies")
                    .contains(item.getMetadata().getName()))
        .toList();
  }

  private static void awaitReadiness(OperatorProcess operator, int status, String words) {
    await()
        .atMost(STARTED_WITHIN)
        .pollInterval(Duration.ofMillis(100))
        .untilAsserted(
            () -> {
              var answer = operator.get("/readyz");
              assertThat(answer.body()).contains(words);
              assertThat(answer.status()).isEqualTo(status);
            });
  }

  private static String leaseHolder() {
    Lease lease =
        cluster
            .client()
            .leases()
            .inNamespace("glovebox-system")
            .withName("glovebox-operator")
            .get();
    return lease.getSpec().getHolderIdentity();
  }

  @Test
  void readinessFollowsTheAdmissionPoliciesAndASignalEndsItCleanly() {
    try (var operator = OperatorProcess.start(cluster, OperatorProcess.environment())) {
      awaitReadiness(
          operator, 503, "admission policies: ValidatingAdmissionPolicy glovebox-objects does not");
      assertThat(operator.get("/livez").status()).as("not ready is not dead").isEqualTo(200);
      List<HasMetadata> admission = admission();
      assertThat(admission).hasSize(4);
      try {
        admission.forEach(item -> cluster.client().resource(item).create());
        awaitReadiness(operator, 200, "ready");
        cluster.kubectl("delete", "validatingadmissionpolicybinding", "glovebox-objects").succeed();
        awaitReadiness(operator, 503, "glovebox-objects has no ValidatingAdmissionPolicyBinding");
        assertThat(operator.get("/metrics").body()).contains("glovebox_ready 0.0");
        admission.stream()
            .filter(item -> item.getKind().equals("ValidatingAdmissionPolicyBinding"))
            .filter(item -> item.getMetadata().getName().equals("glovebox-objects"))
            .forEach(item -> cluster.client().resource(item).create());
        awaitReadiness(operator, 200, "ready");
        assertThat(operator.get("/metrics").body()).contains("glovebox_ready 1.0");
      } finally {
        admission.forEach(item -> cluster.client().resource(item).delete());
      }
      awaitReadiness(operator, 503, "glovebox-objects does not exist");
      assertThat(operator.get("/metrics").body())
          .contains("glovebox_leader 1.0", "glovebox_admission_policies_bound 0.0");
      assertThat(leaseHolder()).isEqualTo("operator-under-test");

      long began = System.nanoTime();
      operator.terminate();
      assertThat(operator.exitCode()).as(operator.output()).isZero();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(2));
      assertThat(leaseHolder()).as("the Lease is given back").isNullOrEmpty();
    }
  }

  @Test
  void whoseLeaseAnotherHoldsWaitsAndWhoseOwnItIsStartsAtOnce() {
    // An hour: nothing here can be explained by a Lease that ran out.
    lease("another-pod", 3600);
    try (var operator = OperatorProcess.start(cluster, OperatorProcess.environment())) {
      // The other holds it, and nothing but the admission policies is amiss.
      awaitReadiness(operator, 503, "not ready\nadmission policies: Validating");
      assertThat(operator.get("/metrics").body()).contains("glovebox_leader 0.0");
      // As a pod finds it whose container has crashed and come back under the pod's name.
      lease("operator-under-test", 3600);
      await()
          .atMost(STARTED_WITHIN)
          .until(() -> operator.get("/metrics").body().contains("glovebox_leader 1.0"));
    }
  }

  @Test
  void whoLosesItsLeaseStopsAtOnce() {
    lease("operator-under-test", 15);
    try (var operator = OperatorProcess.start(cluster, OperatorProcess.environment())) {
      await()
          .atMost(STARTED_WITHIN)
          .until(() -> operator.get("/metrics").body().contains("glovebox_leader 1.0"));
      lease("another-pod", 3600);
      assertThat(operator.exitCode()).isEqualTo(1);
      assertThat(operator.output()).contains("it lost Lease glovebox-operator");
    }
  }

  private static void lease(String holder, int seconds) {
    var now = ZonedDateTime.now(ZoneOffset.UTC);
    Lease lease =
        new LeaseBuilder()
            .withNewMetadata()
            .withNamespace("glovebox-system")
            .withName("glovebox-operator")
            .endMetadata()
            .withNewSpec()
            .withHolderIdentity(holder)
            .withLeaseDurationSeconds(seconds)
            .withAcquireTime(now)
            .withRenewTime(now)
            .withLeaseTransitions(0)
            .endSpec()
            .build();
    cluster.client().resource(lease).forceConflicts().serverSideApply();
  }

  @Test
  void aRightThatIsMissingStopsTheStartAndIsNamed() {
    ClusterRole role = cluster.client().rbac().clusterRoles().withName("glovebox-operator").get();
    var without =
        new ClusterRoleBuilder(role)
            .withRules(
                role.getRules().stream()
                    .filter(rule -> !rule.getResources().contains("nodes"))
                    .toList())
            .build();
    cluster.client().resource(without).update();
    try (var operator = OperatorProcess.start(cluster, OperatorProcess.environment())) {
      assertThat(operator.exitCode()).isEqualTo(1);
      assertThat(operator.output())
          .contains("the operator's service account may not: ", "list nodes", "watch nodes")
          .contains("glovebox-operator");
    } finally {
      role.getMetadata().setResourceVersion(null);
      cluster.client().resource(role).update();
    }
  }

  @Test
  void aBadVariableStopsTheStartBeforeAnythingIsAsked() {
    Map<String, String> environment = OperatorProcess.environment();
    environment.put("GLOVEBOX_BLOCKED_CIDRS", "10.0.0.1/8");
    try (var operator = OperatorProcess.start(cluster, environment)) {
      assertThat(operator.exitCode()).isEqualTo(2);
      assertThat(operator.output()).contains("GLOVEBOX_BLOCKED_CIDRS is \"10.0.0.1/8\"");
    }
  }
}
