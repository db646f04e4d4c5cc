package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.TestObjects.planned;
import static dev.glovebox.core.plan.TestObjects.policy;
import static dev.glovebox.core.plan.TestObjects.policyWith;
import static dev.glovebox.core.plan.TestObjects.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.core.reason.Reason;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReleaseCheckTest {

  private static final String SPEC =
      """
      secrets: [{secretName: npm-token, key: token, path: /run/secrets/npm-token}]
      configMaps: [{name: skills, mountPath: /context}]
      network: {mode: Internet}
      """;

  private final TestCluster cluster = new TestCluster();
  private final Plan plan = planned(Planner.plan(task(SPEC), policy(), cluster.facts()));
  private Lookup<SandboxPolicy> policyNow = new Lookup.Found<>(policy());

  private List<Refusal> changes() {
    return ReleaseCheck.changes(plan, cluster.facts(), policyNow);
  }

  private void assertChanged(Reason reason, String part) {
    assertThat(changes())
        .as("changes")
        .anySatisfy(
            change -> {
              assertThat(change.reason()).isEqualTo(reason);
              assertThat(change.message()).contains(part);
            });
  }

  @Test
  void nothingHasChangedWhenNothingHas() {
    assertThat(changes()).isEmpty();
  }

  @Test
  void aPolicyThatWasEditedDeletedOrCannotBeReadIsAChange() {
    SandboxPolicy edited = policy();
    edited.getMetadata().setGeneration(4L);
    policyNow = new Lookup.Found<>(edited);
    assertChanged(Reason.PolicyViolation, "generation 4");
    policyNow = new Lookup.Absent<>();
    assertChanged(Reason.PolicyMissing, "deleted");
    policyNow = new Lookup.Unreadable<>("timeout");
    assertChanged(Reason.ReadBackFailed, "timeout");
  }

  @Test
  void aNamespaceThatNowNamesAnotherPolicyIsAChange() {
    cluster.namespace =
        new Facts.NamespaceFacts("agents", Map.of(Names.POLICY_LABEL, "strict"), Map.of());
    assertChanged(Reason.PolicyMissing, "strict");
  }

  @Test
  void aPolicyThatNoLongerAdmitsTheNamespaceIsAChange() {
    policyNow = new Lookup.Found<>(policyWith("namespaces: {matchLabels: {tier: trusted}}"));
    assertChanged(Reason.PolicyMissing, "does not admit");
  }

  @Test
  void aReservedKeyOnTheNamespaceIsAChange() {
    cluster.namespace =
        new Facts.NamespaceFacts("agents", Map.of(), Map.of("k8s.v1.cni.cncf.io/networks", "x"));
    assertChanged(Reason.ReservedMetadata, "Multus");
  }

  @Test
  void aRuntimeClassThatIsGoneReplacedOrHasAnotherHandlerIsAChange() {
    cluster.runtimeClass("gvisor", "runc");
    assertChanged(Reason.RuntimeHandlerNotAllowed, "runc");
    Facts.RuntimeClassFacts planned = plan.runtimeClass();
    cluster.runtimeClasses.put(
        "gvisor",
        new Facts.RuntimeClassFacts(
            "gvisor", "another-uid", planned.handler(), Map.of(), Map.of(), List.of()));
    assertChanged(Reason.RuntimeClassMissing, "another-uid");
    cluster.runtimeClasses.clear();
    assertChanged(Reason.RuntimeClassMissing, "deleted");
  }

  @Test
  void aNodeThatWasRebootedIsAChangeAndOneThatIsGoneIsNot() {
    cluster.nodes.removeIf(node -> node.name().equals("node-1"));
    assertThat(changes()).isEmpty();
    cluster.nodes.removeIf(node -> node.name().equals("node-2"));
    assertChanged(Reason.NoNodeWithRuntime, "gone");
    Facts.NodeFacts node = TestCluster.node("node-1", "runsc");
    cluster.nodes.add(
        new Facts.NodeFacts(
            node.name(),
            node.uid(),
            true,
            false,
            node.handlers(),
            node.kernelVersion(),
            "another boot",
            node.containerRuntimeVersion(),
            node.kubeletVersion(),
            node.labels(),
            node.addresses()));
    assertChanged(Reason.CertificationInconclusive, "rebooted");
  }

  @Test
  void aPlannedNodeWhoseCertificateIsGoneOrRefutedIsAChange() {
    cluster.certificate(TestCluster.node("node-1", "runsc"), "gvisor", "SharedKernel");
    assertChanged(Reason.NodeNotCertified, "node-1: SharedKernel");
    cluster.certificate(TestCluster.node("node-1", "runsc"), "gvisor", Certification.NOT_ENFORCED);
    assertChanged(Reason.NetworkNotEnforced, "node-1");
  }

  /** So the same task may succeed once more is known. */
  @Test
  void aPlannedNodeOfWhichNothingIsKnownAnyMoreIsAChangeThatSpeaksAgainstNoNode() {
    cluster.certificate(TestCluster.node("node-1", "runsc"), "gvisor", Certification.INCONCLUSIVE);
    assertChanged(Reason.CertificationInconclusive, "node-1: CertificationInconclusive");
    cluster.certificates.remove("node-1.gvisor");
    assertChanged(Reason.CertificationInconclusive, "node-1 lost its certificate");
    assertThat(Reason.CertificationInconclusive.retryable()).isTrue();
    assertThat(Reason.NodeNotCertified.retryable()).isFalse();
  }

  @Test
  void aRangeOfTheClusterThatAppearsInsideTheGrantIsAChange() {
    cluster.apiServers = List.of(new Facts.Endpoint("8.8.8.8", 443));
    assertChanged(Reason.NetworkRangesUnknown, "8.8.8.8/32");
    cluster.apiServers = List.of();
    cluster.missing = List.of("service range");
    assertChanged(Reason.NetworkRangesUnknown, "service range");
  }

  @Test
  void canariesThatNoLongerAnswerAreAChangeButOneIsEnough() {
    cluster.canaries = cluster.canaries.subList(1, 2);
    assertThat(changes()).isEmpty();
    cluster.canaries = List.of(new Facts.CanaryFacts("new", "10.244.9.9", 8787));
    assertChanged(Reason.CertificationInconclusive, "canaries");
  }

  @Test
  void aStorageClassThatIsGoneOrKeepsDataIsAChange() {
    cluster.storageClasses.put("standard", new Facts.StorageClassFacts("standard", "Retain"));
    assertChanged(Reason.ReclaimPolicyRetain, "standard");
    cluster.storageClasses.clear();
    assertChanged(Reason.StorageClassMissing, "standard");
  }

  @Test
  void aSecretThatIsGoneReplacedOrNoLongerUsableIsAChange() {
    cluster.secrets.put(
        "npm-token",
        new Lookup.Found<>(
            new Facts.SecretFacts(
                "npm-token", "new", TestCluster.USABLE, "Opaque", Map.of("token", 1))));
    assertChanged(Reason.SecretNotUsable, "replaced");
    cluster.secret("npm-token", Map.of(), "Opaque", Map.of("token", 1));
    assertChanged(Reason.SecretNotUsable, Names.USABLE_LABEL);
    cluster.absentSecret("npm-token");
    assertChanged(Reason.SecretMissing, "npm-token");
    cluster.unreadableSecret("npm-token");
    assertChanged(Reason.ReadBackFailed, "forbidden");
  }

  @Test
  void aConfigMapThatWasReplacedIsAChange() {
    cluster.configMaps.put(
        "skills",
        new Lookup.Found<>(new Facts.ConfigMapFacts("skills", "new", TestCluster.USABLE)));
    assertChanged(Reason.ConfigMapNotUsable, "replaced");
  }

  @Test
  void severalChangesBecomeOneRefusalWithTheFirstsReason() {
    cluster.runtimeClasses.clear();
    cluster.storageClasses.clear();
    Refusal refusal = Refusal.of(changes());
    assertThat(refusal.reason()).isEqualTo(Reason.RuntimeClassMissing);
    assertThat(refusal.message()).contains("gvisor").contains("standard");
  }
}
