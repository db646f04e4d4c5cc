package dev.glovebox.e2e.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cli.Diagnosis;
import dev.glovebox.e2e.cli.Verdicts;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.reason.Endings;
import dev.glovebox.e2e.reason.Shows;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cluster on which NetworkPolicies have no effect: no task's process ever starts. */
@OnCluster(up = "--no-netpol")
@Tag("local-node")
class UnenforcedIT {
  private static final String GVISOR = "node-1.gvisor";

  private Certificates certificates;
  private Workplace workplace;

  @BeforeEach
  void open(Cluster given) {
    certificates = new Certificates(given);
    workplace = Workplace.open(given, "unenforced");
  }

  @AfterEach
  void close() {
    workplace.close();
  }

  @Test
  @Shows(Reason.NetworkNotEnforced)
  void onceThatIsShownEveryTaskIsRefusedWithinASecondAndNoneHasAPod() {
    Endings endings = Endings.from(workplace.cluster());
    workplace.script("first", "echo started", "");
    endings
        .of(workplace, "first")
        .is(Reason.NetworkNotEnforced)
        .asInTheExample()
        .saying("node-1", ":8787/TCP");
    NodeCertificateStatus status = certificates.get(GVISOR).getStatus();
    assertThat(status.certified()).isFalse();
    assertThat(status.reason()).isEqualTo("NetworkNotEnforced");
    assertThat(status.message()).contains(":8787/TCP");

    // The median of five, as in ProofIT: a busy machine's clock shows nothing once.
    List<Duration> durations = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Instant created = Instant.now();
      workplace.script("next-" + i, "echo started", "");
      SandboxTask next = workplace.finished("next-" + i);
      durations.add(Duration.between(created, Instant.now()));
      assertRefused(next);
    }
    assertThat(durations.stream().sorted().toList().get(2))
        .as("%s", durations)
        .isLessThan(Duration.ofSeconds(1));
    certificates.assertNothingIsLeft();
  }

  @Test
  void doctorNamesThatAndNothingElseAndVerifyTriesNothingAndSaysWhy() {
    workplace.script("first", "echo started", "");
    assertRefused(workplace.finished("first"));

    Diagnosis diagnosis = Diagnosis.of(workplace.cluster());

    assertThat(diagnosis.findings())
        .singleElement()
        .asString()
        .startsWith("NetworkPolicyEnforced/failed")
        .contains("node-1", ":8787/TCP");
    assertThat(diagnosis.exitCode()).isEqualTo(2);
    Verdicts verdicts = Verdicts.of(workplace);
    assertThat(verdicts.nothingConcluded()).as("%s", verdicts).isTrue();
    assertThat(verdicts.cause()).contains("Refused/NetworkNotEnforced", ":8787/TCP");
  }

  @Test
  void aForgedCertificateDoesNotHelpTheProbeStillSeesTheAnswers() {
    workplace.script("first", "echo started", "");
    assertRefused(workplace.finished("first"));
    certificates.forgeCertified(GVISOR, "4.19.0-gvisor");

    workplace.script("fooled", "echo started", "timeouts: {provisionSeconds: 40}");
    SandboxTask fooled = workplace.finished("fooled");

    assertThat(fooled.getStatus().phase()).as("%s", fooled.getStatus()).isEqualTo(Phase.Refused);
    assertThat(fooled.getStatus().reason()).isEqualTo("AttestationFailed");
    assertThat(fooled.getStatus().failedChecks()).contains("AddressReachable");
    assertThat(fooled.getStatus().podUID()).as("a pod was released").isNotBlank();
    Pod pod = workplace.pod(fooled);
    if (pod != null) {
      assertThat(pod.getStatus().getContainerStatuses())
          .as("the task's container was never made")
          .allMatch(status -> status.getContainerID() == null || status.getContainerID().isEmpty());
    }
    certificates.forget();
  }

  private void assertRefused(SandboxTask task) {
    assertThat(task.getStatus().phase()).as("%s", task.getStatus()).isEqualTo(Phase.Refused);
    assertThat(task.getStatus().reason()).isEqualTo("NetworkNotEnforced");
    assertThat(workplace.pod(task)).isNull();
  }
}
