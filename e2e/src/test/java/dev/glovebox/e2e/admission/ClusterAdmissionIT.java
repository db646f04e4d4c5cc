package dev.glovebox.e2e.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.LimitRange;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.scheduling.v1.PriorityClass;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the cluster's own admission does to every pod is not taken for somebody's change. */
@OnCluster
class ClusterAdmissionIT {
  private static final String SMALL = "resources: {cpu: 200m, memory: 128Mi}\n";
  private static final String EVERYONE = "glovebox-test-everyone";

  private Cluster cluster;
  private Workplace workplace;

  @BeforeEach
  void open(Cluster given) {
    cluster = given;
    workplace = Workplace.open(cluster, "limits");
  }

  @AfterEach
  void close() {
    cluster.client().resources(PriorityClass.class).withName(EVERYONE).delete();
    workplace.close();
  }

  @Test
  void aLimitRangeAndADefaultPriorityAndDefaultTolerationsAreNobodysChange() {
    limits(
        "default: {cpu: 500m, memory: 256Mi}, defaultRequest: {cpu: 50m, memory: 32Mi}, max: {cpu: '2', memory: 2Gi}");
    cluster
        .client()
        .resource(
            Serialization.unmarshal(
                """
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: %s}
                value: 1000
                globalDefault: true
                preemptionPolicy: Never
                """
                    .formatted(EVERYONE),
                PriorityClass.class))
        .create();
    workplace.script("limited", "echo ran", SMALL);

    SandboxTask task = workplace.finished("limited");

    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Succeeded);
    Pod pod = workplace.pod(task);
    // All of it was there to be mistaken.
    assertThat(pod.getSpec().getPriorityClassName()).isEqualTo(EVERYONE);
    assertThat(pod.getSpec().getPriority()).isEqualTo(1000);
    assertThat(pod.getSpec().getTolerations())
        .anyMatch(
            toleration ->
                "node.kubernetes.io/not-ready".equals(toleration.getKey())
                    && toleration.getTolerationSeconds() == 300);
    assertThat(plainPod().getSpec().getContainers().getFirst().getResources().getLimits())
        .as("the LimitRange does fill in what a pod leaves out")
        .containsKey("cpu");
  }

  @Test
  void aTaskThatALimitRangeForbidsIsRejectedWithItsWords() {
    limits("max: {cpu: 100m}");
    workplace.script("too-big", "echo ran", SMALL);

    SandboxTask task = workplace.finished("too-big");

    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Refused);
    assertThat(task.getStatus().reason()).isEqualTo("PodRejected");
    assertThat(task.getStatus().message()).contains("maximum cpu usage per Container is 100m");
  }

  @Test
  void aPullSecretOfTheServiceAccountIsPlannedWhereThePolicyNamesItAndAViolationElsewhere() {
    cluster
        .client()
        .resource(
            Serialization.unmarshal(
                """
                apiVersion: v1
                kind: Secret
                metadata: {name: registry-login, namespace: %s}
                type: kubernetes.io/dockerconfigjson
                stringData: {.dockerconfigjson: '{"auths": {}}'}
                """
                    .formatted(workplace.namespace()),
                Secret.class))
        .create();
    cluster
        .client()
        .serviceAccounts()
        .inNamespace(workplace.namespace())
        .withName("default")
        .edit(
            account -> {
              account.setImagePullSecrets(
                  java.util.List.of(new LocalObjectReference("registry-login")));
              return account;
            });
    workplace.script("not-named", "echo ran", SMALL);
    SandboxTask refused = workplace.finished("not-named");
    assertThat(refused.getStatus().reason())
        .as("%s", refused.getStatus())
        .isEqualTo("PolicyViolation");
    assertThat(refused.getStatus().message()).contains("registry-login");

    workplace.underPolicy(ClusterAdmissionIT::namePullSecret);
    workplace.script("named", "echo ran", SMALL);
    SandboxTask task = workplace.finished("named");

    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Succeeded);
    assertThat(workplace.pod(task).getSpec().getImagePullSecrets())
        .extracting(LocalObjectReference::getName)
        .containsExactly("registry-login");
  }

  private static void namePullSecret(ObjectNode policy) {
    policy.withObject("/images").withArray("/pullSecretNames").add("registry-login");
  }

  private void limits(String container) {
    cluster
        .client()
        .resource(
            Serialization.unmarshal(
                """
                apiVersion: v1
                kind: LimitRange
                metadata: {name: limits, namespace: %s}
                spec:
                  limits:
                  - {type: Container, %s}
                  - {type: Pod, max: {cpu: '4', memory: 4Gi}}
                  - {type: PersistentVolumeClaim, max: {storage: 10Gi}}
                """
                    .formatted(workplace.namespace(), container),
                LimitRange.class))
        .create();
  }

  /** A pod without resources, as admission would keep it; nothing is made. */
  private Pod plainPod() {
    return cluster
        .client()
        .resource(
            Serialization.unmarshal(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: plain, namespace: %s}
                spec:
                  securityContext: {runAsNonRoot: true, runAsUser: 10001, seccompProfile: {type: RuntimeDefault}}
                  containers:
                  - name: plain
                    image: %s
                    securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
                """
                    .formatted(workplace.namespace(), workplace.busybox()),
                Pod.class))
        .dryRun(true)
        .create();
  }
}
