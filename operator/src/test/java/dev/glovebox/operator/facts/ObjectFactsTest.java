package dev.glovebox.operator.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.plan.Facts;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeRuntimeHandlerBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClassBuilder;
import io.fabric8.kubernetes.api.model.storage.StorageClassBuilder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectFactsTest {

  private static Node node() {
    return new NodeBuilder()
        .withNewMetadata()
        .withName("n1")
        .withUid("u1")
        .addToLabels("zone", "a")
        .addToAnnotations("some", "text")
        .addNewManagedField()
        .withManager("kubelet")
        .endManagedField()
        .endMetadata()
        .withNewSpec()
        .withUnschedulable(true)
        .withPodCIDRs("10.244.0.0/24")
        .endSpec()
        .withNewStatus()
        .addNewCondition()
        .withType("MemoryPressure")
        .withStatus("False")
        .endCondition()
        .addNewCondition()
        .withType("Ready")
        .withStatus("True")
        .endCondition()
        .addNewAddress("172.18.0.2", "InternalIP")
        .addNewAddress("n1", "Hostname")
        .addNewImage()
        .withNames("an/image")
        .endImage()
        .withRuntimeHandlers(
            new NodeRuntimeHandlerBuilder().withName("").build(),
            new NodeRuntimeHandlerBuilder().withName("runsc").build())
        .withNewNodeInfo()
        .withKernelVersion("6.1.0")
        .withBootID("boot")
        .withContainerRuntimeVersion("containerd://2.2.0")
        .withKubeletVersion("v1.34.4")
        .endNodeInfo()
        .endStatus()
        .build();
  }

  @Test
  void aNodeIsToldByWhatTheKubeletReports() {
    assertThat(ObjectFacts.of(node()))
        .isEqualTo(
            new Facts.NodeFacts(
                "n1",
                "u1",
                true,
                true,
                List.of("runsc"),
                "6.1.0",
                "boot",
                "containerd://2.2.0",
                "v1.34.4",
                Map.of("zone", "a"),
                List.of("172.18.0.2")));
  }

  @Test
  void aNodeThatHasNotReportedIsNotReadyAndHasNoHandler() {
    Facts.NodeFacts facts =
        ObjectFacts.of(
            new NodeBuilder().withNewMetadata().withName("n").withUid("u").endMetadata().build());
    assertThat(facts.ready()).isFalse();
    assertThat(facts.handlers()).isEmpty();
    assertThat(facts.bootId()).isEmpty();
  }

  @Test
  void whatAnInformerKeepsOfANodeGivesTheSameFacts() {
    Node kept = Stripped.node(node());
    assertThat(ObjectFacts.of(kept)).isEqualTo(ObjectFacts.of(node()));
    assertThat(kept.getSpec().getPodCIDRs()).containsExactly("10.244.0.0/24");
    assertThat(kept.getStatus().getImages()).isEmpty();
    assertThat(kept.getMetadata().getManagedFields()).isNullOrEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "ab", "abc", "abcd", "a longer secret with ümlaut"})
  void theLengthOfASecretsValueIsKnownWithoutDecodingIt(String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    var secret =
        new SecretBuilder()
            .withNewMetadata()
            .withName("s")
            .withUid("u")
            .addToLabels("glovebox.dev/usable-by-tasks", "true")
            .endMetadata()
            .withType("Opaque")
            .addToData("token", Base64.getEncoder().encodeToString(bytes))
            .build();
    Facts.SecretFacts facts = ObjectFacts.of(secret);
    assertThat(facts.keyLengths()).isEqualTo(Map.of("token", bytes.length));
    if (!value.isEmpty()) {
      assertThat(facts.toString()).doesNotContain(Base64.getEncoder().encodeToString(bytes));
    }
  }

  @Test
  void aRuntimeClassCarriesItsHandlerOverheadAndScheduling() {
    var facts =
        ObjectFacts.of(
            new RuntimeClassBuilder()
                .withNewMetadata()
                .withName("kata")
                .withUid("u")
                .endMetadata()
                .withHandler("kata-qemu")
                .withNewOverhead()
                .withPodFixed(Map.of("memory", new Quantity("160Mi")))
                .endOverhead()
                .withNewScheduling()
                .addToNodeSelector("kata", "yes")
                .endScheduling()
                .build());
    assertThat(facts.handler()).isEqualTo("kata-qemu");
    assertThat(facts.overhead()).isEqualTo(Map.of("memory", "160Mi"));
    assertThat(facts.nodeSelector()).isEqualTo(Map.of("kata", "yes"));
  }

  @Test
  void aStorageClassThatDoesNotSayDeletes() {
    var metadata = new StorageClassBuilder().withNewMetadata().withName("s").endMetadata();
    assertThat(ObjectFacts.of(metadata.build()).reclaimPolicy()).isEqualTo("Delete");
    assertThat(ObjectFacts.of(metadata.withReclaimPolicy("Retain").build()).reclaimPolicy())
        .isEqualTo("Retain");
  }

  @Test
  void aServiceAccountIsToldWithItsPullSecrets() {
    var facts =
        ObjectFacts.of(
            new ServiceAccountBuilder()
                .withNewMetadata()
                .withName("default")
                .endMetadata()
                .withImagePullSecrets(new LocalObjectReference("login"))
                .build());
    assertThat(facts.pullSecretNames()).containsExactly("login");
  }

  private static NetworkPolicy policy(Map<String, String> labels) {
    return new NetworkPolicyBuilder()
        .withNewMetadata()
        .withName("p")
        .withNamespace("agents")
        .withUid("u")
        .withResourceVersion("7")
        .withLabels(labels)
        .endMetadata()
        .withNewSpec()
        .endSpec()
        .build();
  }

  @Test
  void ofAPolicyWithATasksLabelTheSpecIsKept() {
    var kept = Stripped.networkPolicy(policy(Map.of("glovebox.dev/task-uid", "u1")));
    assertThat(kept.getSpec()).isNotNull();
  }

  @Test
  void ofAnotherPolicyOnlyItsIdentityIsKept() {
    var kept = Stripped.networkPolicy(policy(Map.of("app", "x")));
    assertThat(kept.getSpec()).isNull();
    assertThat(kept.getMetadata().getLabels()).isEmpty();
    assertThat(kept.getMetadata().getNamespace()).isEqualTo("agents");
    assertThat(kept.getMetadata().getName()).isEqualTo("p");
    assertThat(kept.getMetadata().getUid()).isEqualTo("u");
    assertThat(kept.getMetadata().getResourceVersion()).isEqualTo("7");
  }
}
