package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.TestCluster.node;
import static dev.glovebox.core.plan.TestObjects.assertRefused;
import static dev.glovebox.core.plan.TestObjects.assertWaiting;
import static dev.glovebox.core.plan.TestObjects.planned;
import static dev.glovebox.core.plan.TestObjects.policy;
import static dev.glovebox.core.plan.TestObjects.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.reason.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CertificationTest {

  private static final Facts.NodeFacts NODE = node("node-1", "runsc");

  private final TestCluster cluster = new TestCluster();

  private Decision plan() {
    return Planner.plan(task("command: [x]"), policy(), cluster.facts());
  }

  private List<String> plannedNodes() {
    return planned(plan()).nodes().stream().map(Facts.NodeFacts::name).toList();
  }

  private Certification.Standing standing(Facts.NodeFacts node) {
    return Certification.of(node, cluster.runtimeClasses.get("gvisor"), cluster.facts());
  }

  private boolean due() {
    return Certification.due(NODE, cluster.runtimeClasses.get("gvisor"), cluster.facts());
  }

  private void assertMissing(Facts.NodeFacts node, String why) {
    assertThat(standing(node))
        .isInstanceOfSatisfying(
            Certification.Missing.class, m -> assertThat(m.why()).contains(why));
  }

  private static Facts.NodeFacts with(String uid, String boot, String kernel, String... versions) {
    return new Facts.NodeFacts(
        NODE.name(),
        uid,
        true,
        false,
        NODE.handlers(),
        kernel,
        boot,
        versions[0],
        versions[1],
        Map.of(),
        List.of());
  }

  @Test
  void aCertificateOfTheNodeAsItIsHolds() {
    assertThat(standing(NODE)).isInstanceOf(Certification.Valid.class);
    assertThat(due()).isFalse();
  }

  @Test
  void aNodeThatIsNoLongerTheOneThatWasCertifiedHasNone() {
    String uid = NODE.uid();
    String boot = NODE.bootId();
    String kernel = NODE.kernelVersion();
    String runtime = NODE.containerRuntimeVersion();
    String kubelet = NODE.kubeletVersion();
    assertThat(standing(with(uid, boot, kernel, runtime, kubelet)))
        .isInstanceOf(Certification.Valid.class);
    assertMissing(with("other", boot, kernel, runtime, kubelet), "made again");
    assertMissing(with(uid, "other", kernel, runtime, kubelet), "started again");
    assertMissing(with(uid, boot, "other", runtime, kubelet), "another version");
    assertMissing(with(uid, boot, kernel, "other", kubelet), "another version");
    assertMissing(with(uid, boot, kernel, runtime, "other"), "another version");
  }

  @Test
  void aClassThatWasReplacedHasNone() {
    cluster.runtimeClasses.put(
        "gvisor",
        new Facts.RuntimeClassFacts("gvisor", "new", "runsc", Map.of(), Map.of(), List.of()));
    assertMissing(NODE, "replaced");
    cluster.runtimeClass("gvisor", "kata");
    assertMissing(NODE, "replaced");
  }

  @Test
  void itHoldsForFifteenMinutesAndIsRenewedFromTheTenth() {
    cluster.now = cluster.now.plus(Duration.ofMinutes(10)).minusMillis(1);
    assertThat(due()).isFalse();
    cluster.now = cluster.now.plusMillis(1);
    assertThat(due()).isTrue();
    cluster.now = cluster.now.plus(Duration.ofMinutes(5)).minusMillis(1);
    assertThat(standing(NODE)).isInstanceOf(Certification.Valid.class);
    cluster.now = cluster.now.plusMillis(1);
    assertMissing(NODE, "expired");
  }

  @Test
  void aPolicyEngineThatStartedSinceEndsIt() {
    cluster.policyEngineStarts.put("node-1", cluster.now);
    assertThat(standing(NODE)).isInstanceOf(Certification.Valid.class);
    cluster.policyEngineStarts.put("node-1", cluster.now.plusSeconds(1));
    assertMissing(NODE, "policy engine");
  }

  @Test
  void aCanaryThatIsGoneEndsItAndANewOneIsCertifiedBeforeThatButNotOnceASecond() {
    cluster.canaries =
        List.of(cluster.canaries.getFirst(), new Facts.CanaryFacts("new", "10.244.9.9", 8787));
    assertThat(standing(NODE)).isInstanceOf(Certification.Valid.class);
    assertThat(due()).isFalse();
    cluster.now = cluster.now.plusSeconds(60);
    assertThat(due()).isTrue();
    cluster.canaries = List.of(new Facts.CanaryFacts("new", "10.244.9.9", 8787));
    assertMissing(NODE, "canaries");
  }

  @Test
  void withoutAnyCanaryNothingIsCertified() {
    cluster.certificates.clear();
    assertThat(due()).isTrue();
    cluster.canaries = List.of();
    assertThat(due()).isFalse();
    assertWaiting(plan(), Reason.CertificationInconclusive, "canary");
  }

  @Test
  void aTaskGoesToCertifiedNodesOnly() {
    assertThat(plannedNodes()).containsExactly("node-1", "node-2");
    cluster.certificates.remove("node-1.gvisor");
    assertThat(plannedNodes()).containsExactly("node-2");
    cluster.certificate(NODE, "gvisor", Certification.NOT_ENFORCED);
    assertThat(plannedNodes()).containsExactly("node-2");
  }

  @Test
  void nodesThatShareNoCanaryAreNotPlannedForTogether() {
    cluster.answers("node-1", "10.244.1.5:8787/TCP");
    cluster.answers("node-2", "10.244.2.5:8787/TCP");
    assertThat(plannedNodes()).containsExactly("node-1");
  }

  @Test
  void untilTheFirstVerdictATaskWaits() {
    cluster.certificates.clear();
    assertWaiting(plan(), Reason.NodeNotCertified, "being certified", "node-1", "node-2");
  }

  @Test
  void aClassThatIsBeingCertifiedIsNotPassedOver() {
    cluster.runtimeClass("kata", "kata-qemu");
    cluster.nodes.add(node("node-3", "kata-qemu"));
    cluster.certificate(node("node-3", "kata-qemu"), "kata", Certification.CERTIFIED);
    cluster.certificates.remove("node-1.gvisor");
    cluster.certificates.remove("node-2.gvisor");
    assertWaiting(plan(), Reason.NodeNotCertified, "being certified");
    cluster.certificate(NODE, "gvisor", "SharedKernel");
    cluster.certificate(node("node-2", "runsc"), "gvisor", "SharedKernel");
    assertThat(planned(plan()).runtime().runtimeClassName()).isEqualTo("kata");
  }

  @Test
  void whereEveryNodeWasShownNotToEnforceTasksAreRefused() {
    cluster.certificate(NODE, "gvisor", Certification.NOT_ENFORCED);
    cluster.certificate(node("node-2", "runsc"), "gvisor", Certification.NOT_ENFORCED);
    assertRefused(plan(), Reason.NetworkNotEnforced, "no effect", "node-1", "node-2");
  }

  @Test
  void threeNodesThatDoNotEnforceAndNoneThatDoesAreAClusterThatDoesNot() {
    cluster.certificate(NODE, "gvisor", Certification.NOT_ENFORCED);
    cluster.certificate(node("node-2", "runsc"), "gvisor", Certification.NOT_ENFORCED);
    for (int i = 3; i < 9; i++) {
      cluster.nodes.add(node("node-" + i, "runsc"));
    }
    assertWaiting(plan(), Reason.NodeNotCertified);
    cluster.certificate(node("node-3", "runsc"), "gvisor", Certification.NOT_ENFORCED);
    assertRefused(plan(), Reason.NetworkNotEnforced);
  }

  @Test
  void aRefutedRuntimeRefusesAndAPositiveControlThatFailedWaits() {
    cluster.certificates.remove("node-2.gvisor");
    cluster.nodes.removeIf(node -> node.name().equals("node-2"));
    cluster.certificate(NODE, "gvisor", "SharedKernel");
    assertRefused(plan(), Reason.NodeNotCertified, "SharedKernel", "node-1");
    cluster.certificate(NODE, "gvisor", Certification.INCONCLUSIVE);
    assertWaiting(plan(), Reason.CertificationInconclusive, "node-1", "as seen by its pods");
  }

  @Test
  void aVerdictAgainstANodeIsTriedAgainAfterAMinuteAndAnInconclusiveOneSooner() {
    cluster.certificate(NODE, "gvisor", Certification.NOT_ENFORCED);
    cluster.now = cluster.now.plusSeconds(10);
    assertThat(due()).isFalse();
    cluster.now = cluster.now.plusSeconds(50);
    assertThat(due()).isTrue();
    cluster.certificate(NODE, "gvisor", Certification.INCONCLUSIVE);
    assertThat(due()).isFalse();
    cluster.now = cluster.now.plusSeconds(10);
    assertThat(due()).isTrue();
  }

  @Test
  void onlyVerdictsThatShowSomethingEndRunningTasks() {
    for (String shown : List.of("NetworkNotEnforced", "AddressReachable", "SharedKernel")) {
      assertThat(refutes(shown)).as(shown).isTrue();
    }
    for (String nothing : List.of("Certified", "CertificationInconclusive", "AdmissionMutated")) {
      assertThat(refutes(nothing)).as(nothing).isFalse();
    }
  }

  private boolean refutes(String reason) {
    cluster.certificate(NODE, "gvisor", reason);
    return Certification.refutesIsolation(cluster.certificates.get("node-1.gvisor"));
  }

  @Test
  void whatATaskWantsCertifiedIsEveryUsableNodeOfItsClasses() {
    cluster.runtimeClass("kata", "runc");
    assertThat(RuntimeDemand.of(task("command: [x]"), policy(), cluster.facts()))
        .singleElement()
        .satisfies(
            wanted -> {
              assertThat(wanted.runtimeClass().name()).isEqualTo("gvisor");
              assertThat(wanted.usable())
                  .extracting(Facts.NodeFacts::name)
                  .containsExactly("node-1", "node-2");
            });
  }
}
