package dev.glovebox.e2e.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Listener;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.operator.OperatorDeployment;
import dev.glovebox.e2e.reason.Endings;
import dev.glovebox.e2e.reason.Shows;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyPeerBuilder;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClassBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a node gets, keeps and loses its certificate. */
@OnCluster
@Tag("local-node")
class CertificationIT {
  private static final String GVISOR = "node-1.gvisor";
  private static final String METADATA = "169.254.169.254";

  private Cluster cluster;
  private Certificates certificates;
  private Workplace workplace;

  @BeforeEach
  void open(Cluster given) {
    cluster = given;
    certificates = new Certificates(given);
    workplace = Workplace.open(given, "certify");
  }

  @AfterEach
  void close() {
    workplace.close();
  }

  @Test
  void theFirstTaskHasItsNodeCertifiedAndTheCertificateSaysWhatIsTrue() {
    certificates.forget();
    try (Listener metadata = Listener.at(cluster.localNode(), METADATA, 80)) {
      assertThat(metadata.process().isAlive()).isTrue();
      SandboxTask task = succeeds("first");

      NodeCertificateStatus status = certificates.get(GVISOR).getStatus();
      assertThat(status.certified()).as("%s", status).isTrue();
      assertThat(status.reason()).isEqualTo("Certified");
      assertThat(status.guestKernel()).isEqualTo(workplace.log(task).strip());
      var node = cluster.client().nodes().withName("node-1").get();
      assertThat(status.nodeUID()).isEqualTo(node.getMetadata().getUid());
      assertThat(status.bootID()).isEqualTo(node.getStatus().getNodeInfo().getBootID());
      assertThat(status.kubeletVersion())
          .isEqualTo(node.getStatus().getNodeInfo().getKubeletVersion());
      assertThat(status.metadataAddresses()).containsExactly(METADATA);
      assertThat(status.answers())
          .contains(METADATA + ":80/TCP")
          .anyMatch(target -> target.endsWith(":8787/TCP"))
          .anyMatch(target -> target.endsWith(":8787/UDP"))
          .anyMatch(target -> target.endsWith(":6443/TCP"));
      assertThat(status.nodeReachable()).isNotNull();
      assertThat(status.policyProgrammingMilliseconds()).isPositive();
      assertThat(Duration.between(certifiedAt(status), Instant.parse(status.expiryTime())))
          .isEqualTo(Duration.ofMinutes(15));
      assertThat(task.getStatus().isolation().network().certificate()).isEqualTo(GVISOR);
    }
    certificates.assertNothingIsLeft();
  }

  @Test
  void aCertificateServesTheNextTasksAndOutlivesTheOperator() {
    succeeds("before");
    certificates.assertNothingIsLeft();
    long made = certificates.podsMade();
    // The positive control of the count.
    assertThat(made).isGreaterThanOrEqualTo(2);

    succeeds("again");
    new OperatorDeployment(cluster).change("rollout restart");
    succeeds("after");

    assertThat(certificates.podsMade()).isEqualTo(made);
  }

  @Test
  void anOperatorThatIsKilledWhileItCertifiesLeavesNothingAndTheNextOneCertifies() {
    certificates.forget();
    workplace.script("waits", "uname -r", "");
    Awaitility.await("a pod of the certification")
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(50))
        .until(
            () ->
                !cluster
                    .client()
                    .pods()
                    .inNamespace(Certificates.NAMESPACE)
                    .withLabel(Certificates.LABEL)
                    .list()
                    .getItems()
                    .isEmpty());
    cluster
        .kubectl(
            "-n",
            "glovebox-system",
            "delete",
            "pods",
            "-l",
            "app.kubernetes.io/name=glovebox-operator",
            "--grace-period=0",
            "--force")
        .succeed();
    assertThat(certificates.get(GVISOR)).as("made by the operator that was killed").isNull();

    assertThat(workplace.finished("waits").getStatus().phase()).isEqualTo(Phase.Succeeded);
    certificates.assertNothingIsLeft();
  }

  @Test
  void aDeletedCertificateIsMissedAndMadeAgain() {
    succeeds("before");
    certificates.forget();

    workplace.script("waits", "uname -r", "");
    SandboxTask waiting =
        workplace.await(
            "waits",
            "waits for a certificate",
            task ->
                task.getStatus() != null && "NodeNotCertified".equals(task.getStatus().reason()));
    assertThat(waiting.getStatus().phase()).isEqualTo(Phase.Pending);

    assertThat(workplace.finished("waits").getStatus().phase()).isEqualTo(Phase.Succeeded);
    assertThat(certificates.get(GVISOR)).isNotNull();
  }

  @Test
  void anotherProbeAnotherRuntimeClassOrAPolicyEngineThatStartedAgainCallsForAnother() {
    succeeds("before");

    Instant first = certifiedAt(certificates.get(GVISOR).getStatus());
    certificates.forge(GVISOR, status -> status.put("probeDigest", "sha256:0"));
    Instant second = certifiedAgainAfter("probe", first);

    var classes = cluster.client().resources(RuntimeClass.class);
    RuntimeClass gvisor = classes.withName("gvisor").get();
    classes.withName("gvisor").delete();
    var metadata = gvisor.getMetadata();
    metadata.setResourceVersion(null);
    metadata.setUid(null);
    cluster.client().resource(new RuntimeClassBuilder(gvisor).build()).create();
    Instant third = certifiedAgainAfter("class", second);

    Pod engine = startPolicyEngine();
    try {
      certifiedAgainAfter("engine", third);
    } finally {
      cluster.client().resource(engine).withGracePeriod(0).delete();
    }
  }

  @Test
  void whereTheControlPodDoesNotReachACanaryNothingIsProvedAndTasksWait() {
    certificates.forget();
    // The operator still reaches the canaries; no other pod does. (A policy that denies the control
    // pod itself would come a second after the pod's network, when the canary has answered.)
    var policies =
        cluster.client().resources(NetworkPolicy.class).inNamespace(Certificates.NAMESPACE);
    NetworkPolicy charts = policies.withName("glovebox-canary").get();
    NetworkPolicy narrow =
        new NetworkPolicyBuilder(charts)
            .editSpec()
            .editIngress(0)
            .withFrom(
                new NetworkPolicyPeerBuilder()
                    .withNewNamespaceSelector()
                    .addToMatchLabels("kubernetes.io/metadata.name", "glovebox-system")
                    .endNamespaceSelector()
                    .build())
            .endIngress()
            .endSpec()
            .build();
    policies.resource(narrow).update();
    try {
      workplace.script("waits", "uname -r", "");
      NodeCertificate against =
          certificates.await(GVISOR, "is against it", s -> Boolean.FALSE.equals(s.certified()));
      assertThat(against.getStatus().reason()).isEqualTo("CertificationInconclusive");
      assertThat(against.getStatus().message())
          .contains("no canary answered")
          .contains("NetworkPolicy");
      SandboxTask waiting =
          workplace.await(
              "waits",
              "says why it waits",
              task -> "CertificationInconclusive".equals(task.getStatus().reason()));
      assertThat(waiting.getStatus().phase()).isEqualTo(Phase.Pending);
      assertThat(waiting.getStatus().message()).contains("no canary answered");
      assertThat(workplace.pod(waiting)).isNull();
    } finally {
      var now = policies.withName("glovebox-canary").get();
      now.setSpec(charts.getSpec());
      policies.resource(now).update();
    }
    assertThat(workplace.finished("waits").getStatus().phase()).isEqualTo(Phase.Succeeded);
  }

  @Test
  @Shows(Reason.CertificationInconclusive)
  void withoutACanaryTasksWaitAndSayThatNothingCanBeProved() {
    Endings endings = Endings.from(cluster);
    scaleCanaries(0);
    try {
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () ->
                  cluster
                      .client()
                      .pods()
                      .inNamespace(Certificates.NAMESPACE)
                      .list()
                      .getItems()
                      .isEmpty());
      workplace.script("waits", "uname -r", "");
      workplace.script("gives-up", "uname -r", "timeouts: {provisionSeconds: 3}");
      SandboxTask waiting =
          workplace.await(
              "waits",
              "says why it waits",
              task ->
                  task.getStatus() != null
                      && "CertificationInconclusive".equals(task.getStatus().reason()));
      assertThat(waiting.getStatus().phase()).isEqualTo(Phase.Pending);
      assertThat(waiting.getStatus().message()).contains("canary");
      assertThat(workplace.pod(waiting)).isNull();
      endings
          .of(workplace, "gives-up")
          .is(Reason.CertificationInconclusive)
          .asInTheExample()
          .saying("canary", "still so after 3 s");
    } finally {
      scaleCanaries(2);
    }
    assertThat(workplace.finished("waits").getStatus().phase()).isEqualTo(Phase.Succeeded);
  }

  private SandboxTask succeeds(String name) {
    workplace.script(name, "uname -r", "");
    SandboxTask task = workplace.finished(name);
    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Succeeded);
    return task;
  }

  /** A task succeeds, and not on the old certificate. */
  private Instant certifiedAgainAfter(String name, Instant before) {
    succeeds(name);
    NodeCertificateStatus status = certificates.get(GVISOR).getStatus();
    assertThat(status.certified()).as("%s", status).isTrue();
    assertThat(certifiedAt(status)).isAfter(before);
    return certifiedAt(status);
  }

  private static Instant certifiedAt(NodeCertificateStatus status) {
    return Instant.parse(status.certifiedTime());
  }

  private Pod startPolicyEngine() {
    String yaml =
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: policy-engine
          namespace: kube-system
          labels: {glovebox.local/policy-engine: "true"}
        spec:
          nodeName: node-1
          terminationGracePeriodSeconds: 0
          containers:
            - {name: engine, image: "%s", command: [sleep, "600"]}
        """
            .formatted(workplace.busybox());
    Pod engine = cluster.client().resource(Serialization.unmarshal(yaml, Pod.class)).create();
    cluster
        .client()
        .resource(engine)
        .waitUntilCondition(
            pod -> pod != null && "Running".equals(pod.getStatus().getPhase()),
            60,
            TimeUnit.SECONDS);
    return engine;
  }

  private void scaleCanaries(int replicas) {
    cluster
        .client()
        .apps()
        .deployments()
        .inNamespace(Certificates.NAMESPACE)
        .withName("glovebox-canary")
        .scale(replicas);
  }
}
