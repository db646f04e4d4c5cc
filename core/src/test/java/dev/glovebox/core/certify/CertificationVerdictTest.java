package dev.glovebox.core.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.ProbeTarget;
import dev.glovebox.core.plan.TargetSelection;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every verdict, from what the two pods left. */
class CertificationVerdictTest {
  private static final String NONCE = "3f2a";
  private static final Instant NOW = TestNodes.NOW;
  private static final Subject SUBJECT = TestNodes.subject("node-1");
  private static final Facts FACTS = new TestNodes().facts(List.of(SUBJECT.node()));
  private static final List<ProbeTarget> TARGETS = TargetSelection.survey(FACTS, SUBJECT.node());
  private static final String GUEST = "4.19.0-gvisor";
  private static final String ALL_ANSWERS =
      "\"canary-0-tcp\",\"canary-0-udp\",\"api-server-0\",\"metadata-169.254.169.254\","
          + "\"own-node-kubelet\"";

  private static final PodEnd OPEN = answered(ALL_ANSWERS, GUEST);
  private static final PodEnd SHUT = report(0, "Silent", "", "", GUEST, 820);

  private final CertificationVerdict judge =
      new CertificationVerdict(
          SUBJECT, NONCE, TARGETS, TestNodes.PLATFORM, Optional.empty(), false);

  private static PodEnd answered(String answers, String kernel) {
    return report(0, "Answered", answers, "", kernel, 0);
  }

  private static PodEnd report(
      int exitCode, String verdict, String answers, String failed, String kernel, int lastOpen) {
    return ended(
        exitCode,
        """
        {"version":1,"probe":"0.1.0","nonce":"%s","verdict":"%s","failedChecks":[%s],"details":["words"],\
        "kernel":{"release":"%s","bootId":"guest-boot","fingerprint":true},\
        "network":{"answers":[%s],"notUp":[],"lastOpenMilliseconds":%d},"durationMilliseconds":1400}"""
            .formatted(NONCE, verdict, failed, kernel, answers, lastOpen));
  }

  private static PodEnd ended(int exitCode, String message) {
    return new PodEnd.Ended(
        "node-1", "glovebox.local/probe@" + TestNodes.DIGEST, exitCode, message);
  }

  private NodeCertificateStatus of(PodEnd open, PodEnd shut) {
    return judge.of(open, shut, NOW);
  }

  private void assertAgainst(String reason, PodEnd open, PodEnd shut, String... words) {
    NodeCertificateStatus status = of(open, shut);
    assertThat(status.certified()).as("%s", status).isFalse();
    assertThat(status.reason()).as("%s", status).isEqualTo(reason);
    assertThat(status.message()).isNotBlank();
    for (String word : words) {
      assertThat(status.message()).contains(word);
    }
    assertThat(status.guestKernel()).isNull();
    assertThat(status.answers()).isNull();
  }

  @Test
  void anAnswerToTheOpenPodAndSilenceToTheShutOneCertify() {
    assertThat(judge.ofControl(OPEN, NOW)).isEmpty();
    NodeCertificateStatus status = of(OPEN, SHUT);
    assertThat(status.certified()).as("%s", status).isTrue();
    assertThat(status.reason()).isEqualTo("Certified");
    assertThat(status.guestKernel()).isEqualTo(GUEST);
    assertThat(status.answers())
        .containsExactly(
            "10.244.1.5:8787/TCP",
            "10.244.1.5:8787/UDP",
            "10.96.0.1:443/TCP",
            "169.254.169.254:80/TCP",
            "own-node:10250/TCP");
    assertThat(status.metadataAddresses()).containsExactly("169.254.169.254");
    assertThat(status.nodeReachable()).isFalse();
    assertThat(status.policyProgrammingMilliseconds()).isEqualTo(820);
    assertThat(status.probeDigest()).isEqualTo(TestNodes.DIGEST);
    assertThat(status.certifiedTime()).isEqualTo("2026-01-01T12:00:00Z");
    assertThat(status.expiryTime()).isEqualTo("2026-01-01T12:15:00Z");
  }

  @Test
  void theOwnNodeMayAnswerAndIsReported() {
    assertThat(of(OPEN, report(0, "Silent", "\"own-node-kubelet\"", "", GUEST, 0)).nodeReachable())
        .isTrue();
  }

  @Test
  void theSlowestProgrammingSinceTheNodesStartIsKept() {
    var slow = of(OPEN, report(0, "Silent", "", "", GUEST, 9000));
    var again =
        new CertificationVerdict(
            SUBJECT, NONCE, TARGETS, TestNodes.PLATFORM, Optional.of(slow), false);
    assertThat(again.of(OPEN, SHUT, NOW).policyProgrammingMilliseconds()).isEqualTo(9000);
  }

  @Test
  void aCanaryThatAnswersTheShutPodShowsThatNothingIsEnforced() {
    PodEnd shut = report(1, "Answered", ALL_ANSWERS, "", GUEST, 30_000);
    assertAgainst("NetworkNotEnforced", OPEN, shut, "10.244.1.5:8787/TCP", "Install");
    // Over UDP alone too, and whatever the exit code claims.
    assertAgainst(
        "NetworkNotEnforced", OPEN, report(0, "Silent", "\"canary-0-udp\"", "", GUEST, 0));
  }

  @Test
  void anAnswerToOneShutPodIsConfirmedWhereTheNodeHasEnforcedSinceItsStart() {
    PodEnd shut = report(1, "Answered", "\"canary-0-tcp\"", "", GUEST, 30_000);
    NodeCertificateStatus against = of(OPEN, shut);
    NodeCertificateStatus certified = of(OPEN, SHUT);

    assertThat(after(certified).isToBeConfirmed(against)).isTrue();
    assertThat(after(certified).isToBeConfirmed(certified)).isFalse();
    assertThat(after(against).isToBeConfirmed(against)).isFalse();
    assertThat(judge.isToBeConfirmed(against)).as("the first verdict of all").isFalse();
    assertThat(after(certified).isToBeConfirmed(of(OPEN, new PodEnd.NotRun("gone")))).isFalse();
  }

  @Test
  void whereTasksRunItIsConfirmedThoughTheCertificateWasDeletedMeanwhile() {
    NodeCertificateStatus against =
        of(OPEN, report(1, "Answered", "\"canary-0-tcp\"", "", GUEST, 30_000));

    assertThat(live(true).isToBeConfirmed(against)).isTrue();
    assertThat(live(true).isToBeConfirmed(of(OPEN, SHUT))).isFalse();
    assertThat(live(false).isToBeConfirmed(against)).isFalse();
  }

  private static CertificationVerdict live(boolean live) {
    return new CertificationVerdict(
        SUBJECT, NONCE, TARGETS, TestNodes.PLATFORM, Optional.empty(), live);
  }

  @Test
  void aTaskRunsThereWhenItIsReleasedAndNotKnownToBeElsewhere() {
    String there = SUBJECT.node().name();
    String name = SUBJECT.runtimeClass().name();
    assertThat(SUBJECT.mayRun(task("pod", there, name))).isTrue();
    assertThat(SUBJECT.mayRun(task("pod", null, name))).isTrue();
    assertThat(SUBJECT.mayRun(task(null, null, name))).isFalse();
    assertThat(SUBJECT.mayRun(task("pod", "elsewhere", name))).isFalse();
    assertThat(SUBJECT.mayRun(task("pod", there, "another"))).isFalse();
    assertThat(SUBJECT.mayRun(new SandboxTask())).isFalse();
  }

  private static SandboxTask task(String podUid, String node, String runtimeClass) {
    return Serialization.unmarshal(
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: SandboxTask
        metadata: {name: a, namespace: b}
        status: {podUID: %s, nodeName: %s, effective: {runtimeClassName: %s}}
        """
            .formatted(podUid, node, runtimeClass),
        SandboxTask.class);
  }

  @Test
  void whatWasSeenBeforeTheNodesStartConfirmsNothing() {
    PodEnd shut = report(1, "Answered", "\"canary-0-tcp\"", "", GUEST, 30_000);
    NodeCertificateStatus certified = of(OPEN, SHUT);
    NodeCertificateStatus elsewhere =
        new NodeCertificateStatus(
            true,
            certified.reason(),
            certified.message(),
            certified.nodeUID(),
            "another-boot",
            certified.kernelVersion(),
            certified.containerRuntimeVersion(),
            certified.kubeletVersion(),
            certified.handler(),
            certified.runtimeClassUID(),
            certified.probeDigest(),
            certified.guestKernel(),
            certified.metadataAddresses(),
            certified.answers(),
            certified.nodeReachable(),
            certified.policyProgrammingMilliseconds(),
            certified.certifiedTime(),
            certified.expiryTime());

    assertThat(after(elsewhere).isToBeConfirmed(of(OPEN, shut))).isFalse();
  }

  private static CertificationVerdict after(NodeCertificateStatus before) {
    return new CertificationVerdict(
        SUBJECT, NONCE, TARGETS, TestNodes.PLATFORM, Optional.of(before), false);
  }

  @Test
  void anotherAddressThatAnswersTheShutPodIsNamed() {
    assertAgainst(
        "AddressReachable",
        OPEN,
        report(1, "Answered", "\"metadata-169.254.169.254\",\"own-node-kubelet\"", "", GUEST, 0),
        "169.254.169.254:80/TCP");
    assertAgainst(
        "AddressReachable",
        OPEN,
        report(1, "Failed", "", "\"AddressReachable\"", GUEST, 0),
        "words");
  }

  @Test
  void aKernelThatIsTheNodesOrOfNoKnownKindIsAVerdictOfItsOwn() {
    PodEnd shared = report(1, "Failed", "", "\"SharedKernel\"", GUEST, 0);
    PodEnd unknown = report(1, "Failed", "", "\"UnknownKernel\"", GUEST, 0);
    assertAgainst("SharedKernel", shared, SHUT, "runsc");
    assertAgainst("SharedKernel", OPEN, shared);
    // The probe may say what it wants: the node's own release is no guest's.
    assertAgainst("SharedKernel", answered(ALL_ANSWERS, SUBJECT.node().kernelVersion()), SHUT);
    assertAgainst("UnknownKernel", unknown, SHUT);
    assertAgainst("UnknownKernel", OPEN, report(0, "Silent", "", "", "5.0.0", 0), "two kernels");
    assertThat(judge.ofControl(shared, NOW)).isPresent();
  }

  @Test
  void withoutAnAnswerToTheOpenPodSilenceProvesNothing() {
    assertAgainst(
        "CertificationInconclusive", report(3, "Silent", "", "", GUEST, 0), SHUT, "no canary");
    assertAgainst("CertificationInconclusive", answered("\"api-server-0\"", GUEST), SHUT);
    assertAgainst("CertificationInconclusive", answered("\"canary-0-tcp\"", GUEST), SHUT);
  }

  @Test
  void whatIsNotUnderstoodCertifiesNothing() {
    String good = ((PodEnd.Ended) SHUT).message();
    for (PodEnd end :
        List.of(
            new PodEnd.NotRun("ErrImagePull: no such image"),
            ended(0, null),
            ended(0, ""),
            ended(0, "{}"),
            ended(2, "survey: bad argument"),
            ended(0, good.replace("\"version\":1", "\"version\":2")),
            ended(0, good.replace(NONCE, "another")),
            ended(0, good.replace("1400}", "1400,\"more\":1}")),
            ended(0, good.substring(0, good.length() - 1)),
            ended(0, good.replace("1400}", "1400,\"truncated\":true}")),
            ended(0, good.replace("\"answers\":[]", "\"answers\":[\"never-asked\"]")),
            ended(3, good.replace("Silent", "TimedOut")),
            ended(1, good),
            new PodEnd.Ended("node-2", "glovebox.local/probe@" + TestNodes.DIGEST, 0, good),
            new PodEnd.Ended("node-1", "glovebox.local/probe@sha256:0", 0, good))) {
      assertThat(of(OPEN, end).reason()).as("%s", end).isEqualTo("CertificationInconclusive");
    }
    assertThat(of(new PodEnd.NotRun("ErrImagePull: no such image"), SHUT).message())
        .contains("ErrImagePull: no such image");
  }

  @Test
  void whatAdmissionChangedIsNoControl() {
    assertAgainst(
        "AdmissionMutated", OPEN, new PodEnd.Mutated("spec.containers[x]: absent"), "webhook");
    assertThat(judge.of(new PodEnd.Mutated("spec.egress"), NOW).reason())
        .isEqualTo("AdmissionMutated");
  }
}
