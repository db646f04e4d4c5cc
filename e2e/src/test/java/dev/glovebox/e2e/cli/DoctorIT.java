package dev.glovebox.e2e.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.admission.MutatingWebhook;
import dev.glovebox.e2e.certify.Certificates;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One thing of a cluster is broken on purpose: doctor names it, and nothing else that it did not
 * name before; verify names it too, and calls nothing blocked. A cluster that enforces no
 * NetworkPolicies: UnenforcedIT.
 */
@OnCluster
@Tag("local-node")
class DoctorIT {
  /** As an add-on that injects a sidecar would. */
  private static final String INJECTION =
      "[{\"op\": \"add\", \"path\": \"/spec/hostname\", \"value\": \"injected\"}]";

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private static Workplace first;
  private static Diagnosis before;

  private Workplace workplace;

  @BeforeAll
  static void aClusterThatRunsTasks(Cluster cluster) {
    first = Workplace.open(cluster, "doctor");
    // A certificate of an earlier class may end while this one runs: that would be named as well.
    var certificates = new Certificates(cluster);
    certificates.forget();
    first.script("first", "true", "workspace: {type: None}");
    SandboxTask task = first.finished("first");
    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Succeeded);
    Awaitility.await("the node is certified anew")
        .atMost(PATIENCE)
        .until(() -> certified(certificates.get("node-1.gvisor")));
    before = Diagnosis.of(cluster);
    assertThat(before.exitCode()).as("%s", before.findings()).isLessThan(2);
    assertThat(before.checks()).hasSizeGreaterThanOrEqualTo(15);
  }

  @AfterAll
  static void closeFirst() {
    first.close();
  }

  @BeforeEach
  void open(Cluster cluster) {
    workplace = Workplace.open(cluster, "doctor");
  }

  /** What a test broke is whole again when the next one looks. */
  @AfterEach
  void close() {
    workplace.close();
    Awaitility.await("nothing is named any more")
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .untilAsserted(() -> assertThat(Diagnosis.of(workplace.cluster()).since(before)).isEmpty());
  }

  private static boolean certified(NodeCertificate certificate) {
    return certificate != null
        && certificate.getStatus() != null
        && Boolean.TRUE.equals(certificate.getStatus().certified());
  }

  @Test
  void aClassThatIsReallyRunc() {
    var certificates = workplace.cluster().client().resources(NodeCertificate.class);
    certificates.withName("node-1.runsc-lookalike").delete();
    try {
      workplace.underPolicy(
          policy ->
              runtime((ArrayNode) policy.get("runtimes"), "runsc-lookalike", "runsc-lookalike"));
      workplace.script("fooled", "true", "runtimes: [runsc-lookalike]");
      workplace.finished("fooled");

      named("Certificates/failed", "node-1.runsc-lookalike", "SharedKernel");
      refused("NodeNotCertified", "--runtime", "runsc-lookalike");
    } finally {
      certificates.withName("node-1.runsc-lookalike").delete();
    }
  }

  @Test
  void anAdmissionPolicyWithoutItsBinding() {
    var bindings = workplace.cluster().client().resources(ValidatingAdmissionPolicyBinding.class);
    ValidatingAdmissionPolicyBinding binding = bindings.withName("glovebox-pod-requests").get();
    bindings.withName("glovebox-pod-requests").delete();
    try {
      named("AdmissionPolicies/failed", "glovebox-pod-requests");
      Verdicts verdicts = Verdicts.of(workplace, "--timeout", "3s");
      assertThat(verdicts.exitCode()).as("%s", verdicts).isEqualTo(124);
      assertThat(verdicts.err()).contains("AdmissionPolicies: ", "glovebox-pod-requests");
    } finally {
      binding.getMetadata().setResourceVersion(null);
      bindings.resource(binding).create();
    }
    // The Deployment may be ready still, and no longer be a moment later: its probe asks every 5 s.
    Awaitility.await("nothing is named any more, and it stays so")
        .atMost(PATIENCE)
        .during(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(Diagnosis.of(workplace.cluster()).since(before)).isEmpty());
  }

  @Test
  void aStorageClassThatRetainsVolumes() {
    workplace.underPolicy(
        policy ->
            ((ObjectNode) policy.get("workspace")).putArray("storageClassNames").add("retain"));
    named("ReclaimPolicies/failed", "StorageClass retain", workplace.namespace());
    refused("ReclaimPolicyRetain");
  }

  @Test
  void aWebhookThatMayChangeSandboxes() throws Exception {
    workplace.underPolicy(policy -> {}); // a namespace that is meant for tasks
    MutatingWebhook webhook =
        MutatingWebhook.over(
            workplace,
            request -> request.kind().equals("Pod") ? Optional.of(INJECTION) : Optional.empty());
    try (webhook) {
      named("MutatingWebhooks/warning", "mutate.example.com", workplace.namespace());
      refused("AdmissionMutated");
    }
  }

  @Test
  void aWebhookThatMustAnswerAndHasNobodyToAnswer() {
    workplace.underPolicy(policy -> {}); // a namespace that is meant for tasks
    ValidatingWebhookConfiguration webhook =
        Serialization.unmarshal(
            """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: %1$s}
            webhooks:
            - name: guard.example.com
              admissionReviewVersions: [v1]
              sideEffects: None
              failurePolicy: Fail
              clientConfig: {service: {namespace: %1$s, name: gone}}
              namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %1$s}}
              rules:
              - {apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods]}
            """
                .formatted(workplace.namespace()),
            ValidatingWebhookConfiguration.class);
    workplace.cluster().client().resource(webhook).create();
    try {
      named("WebhookServices/warning", "guard.example.com", workplace.namespace() + "/gone");
    } finally {
      workplace.cluster().client().resource(webhook).delete();
    }
  }

  @Test
  void aRuntimeThatNoNodeHas() {
    RuntimeClass nowhere = runtimeClass("nowhere");
    workplace.cluster().client().resource(nowhere).create();
    try {
      workplace.underPolicy(
          policy -> runtime(policy.putArray("runtimes"), workplace.namespace(), "nowhere"));
      named("RuntimeNodes/failed", "handler nowhere", workplace.namespace());
      refused("NoNodeWithRuntime");
    } finally {
      workplace.cluster().client().resource(nowhere).delete();
    }
  }

  @Test
  void aClassWhoseHandlerIsRunc() {
    RuntimeClass runc = runtimeClass("runc");
    workplace.cluster().client().resource(runc).create();
    try {
      workplace.underPolicy(
          policy -> runtime(policy.putArray("runtimes"), workplace.namespace(), "runsc"));
      named("RuntimeClasses/failed", "handler runc", workplace.namespace());
      refused("RuntimeHandlerNotAllowed");
    } finally {
      workplace.cluster().client().resource(runc).delete();
    }
  }

  private RuntimeClass runtimeClass(String handler) {
    return Serialization.unmarshal(
        """
        apiVersion: node.k8s.io/v1
        kind: RuntimeClass
        metadata: {name: %s}
        handler: %s
        """
            .formatted(workplace.namespace(), handler),
        RuntimeClass.class);
  }

  /** Adds a class to a policy's. */
  private static void runtime(ArrayNode runtimes, String name, String handler) {
    Consumer<ObjectNode> fill =
        one ->
            one.put("runtimeClassName", name)
                .put("kind", "GVisor")
                .putArray("handlers")
                .add(handler);
    fill.accept(runtimes.addObject());
  }

  /** The operator does not let verify's task run, so nothing is concluded, and why is said. */
  private void refused(String reason, String... more) {
    Verdicts verdicts = Verdicts.of(workplace, more);
    assertThat(verdicts.nothingConcluded()).as("%s", verdicts).isTrue();
    assertThat(verdicts.cause()).as("%s", verdicts).contains("Refused/" + reason);
  }

  private void named(String check, String... words) {
    Diagnosis now = Diagnosis.of(workplace.cluster());
    assertThat(now.since(before))
        .as("%s, before %s", now.findings(), before.findings())
        .singleElement()
        .asString()
        .startsWith(check)
        .contains(words);
    assertThat(now.exitCode()).isEqualTo(check.endsWith("failed") ? 2 : 1);
  }
}
