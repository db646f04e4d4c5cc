package dev.glovebox.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.TaskCondition;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.Waiting;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** From creation to the end, when nothing goes wrong, and what is written on the way. */
class WayOfOneTaskTest {
  private final World world = new World();

  @Test
  void onePassLeadsFromNothingToAReleasedPodPolicyFirst() {
    world.pass();

    assertThat(world.cluster.writes)
        .containsExactly(
            "add finalizer SandboxTask",
            "create NetworkPolicy",
            "create Pod",
            "create PersistentVolumeClaim",
            "status SandboxTask",
            "release Pod");
    assertThat(world.kubelet.pod().at("/spec/schedulingGates").isMissingNode()).isTrue();
    assertThat(world.status().podUID()).isEqualTo(world.kubelet.pod().at("/metadata/uid").asText());
    assertThat(world.phase()).isEqualTo(Phase.Provisioning);
  }

  @Test
  void aTaskIsFinishedAfterEightWrites() {
    world.started();
    world.kubelet.ended(0, "Completed");
    world.pass();

    assertThat(world.end()).isEqualTo("Succeeded/");
    assertThat(world.cluster.writes).hasSize(8);
  }

  @Test
  void aRunningTaskShowsItsProof() {
    world.started();

    assertThat(world.phase()).isEqualTo(Phase.Running);
    assertThat(world.status().isolation().runtime().guestKernel()).isEqualTo("4.19.0-gvisor");
    assertThat(world.status().isolation().runtime().nodeKernel()).isEqualTo("6.1.0-node");
    assertThat(world.status().isolation().runtime().sharedKernel()).isFalse();
    assertThat(world.status().isolation().network().blocked()).isEqualTo(2);
    assertThat(world.status().nodeName()).isEqualTo("node-1");
    assertThat(world.status().effective().imageID()).isEqualTo(Samples.TASK_IMAGE);
    assertThat(conditions()).contains("Isolated=True", "Finished=False", "Succeeded=Unknown");
  }

  @Test
  void aFinishedTaskShowsExitCodeAndLastWords() {
    world.started();
    world.clock.forward(5);
    world.kubelet.ended(3, "Error");
    world.pass();

    assertThat(world.end()).isEqualTo("Failed/ExitNonZero");
    assertThat(world.status().exitCode()).isEqualTo(3);
    assertThat(world.status().terminationMessage()).isEqualTo("bye");
    assertThat(world.status().completionTime()).isEqualTo("2026-01-01T00:00:05Z");
    assertThat(conditions())
        .contains("Finished=True", "Succeeded=False", "Stalled=True", "Reconciling=False");
    assertThat(world.announced).containsExactly("Normal Running", "Warning ExitNonZero");
  }

  @Test
  void aTaskThatEndedBeforeItWasSeenRunningOwesItsProofAllTheSame() {
    world.pass();
    world.kubelet.ended(0, "Completed");
    world.pass();

    assertThat(world.end()).isEqualTo("Succeeded/");
    assertThat(world.status().isolation()).isNotNull();
  }

  @Test
  void nothingIsWrittenWhenNothingChanged() {
    world.started();
    int before = world.cluster.writes.size();

    world.pass();
    world.pass();

    assertThat(world.cluster.writes).hasSize(before);
  }

  @Test
  void aWaitIsSaidOnlyOnceItLasts() {
    world.plan =
        pass -> new Progress.Hold(new Waiting(Reason.NoNodeWithRuntime, "node-1 NotReady"), null);
    world.pass();
    assertThat(world.status()).isNull();

    world.clock.forward(3);
    world.pass();
    world.pass();

    assertThat(world.end()).isEqualTo("Pending/NoNodeWithRuntime");
    assertThat(world.cluster.count("status SandboxTask")).isEqualTo(1);
  }

  @Test
  void aWaitBecomesTheReasonOfTheRefusalWhenProvisionSecondsAreOver() {
    world.plan =
        pass -> new Progress.Hold(new Waiting(Reason.NoNodeWithRuntime, "node-1 NotReady"), null);
    world.clock.forward(Samples.PROVISION_SECONDS);

    world.pass();

    assertThat(world.end()).isEqualTo("Refused/NoNodeWithRuntime");
  }

  @Test
  void aVerdictThatDidNotComeInTimeSpeaksAgainstNoNodeSoTheTaskMayBeMadeAgain() {
    world.plan =
        pass -> new Progress.Hold(new Waiting(Reason.NodeNotCertified, "being certified"), null);
    world.clock.forward(3);
    world.pass();
    assertThat(world.end()).isEqualTo("Pending/NodeNotCertified");

    world.clock.forward(Samples.PROVISION_SECONDS);
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/CertificationInconclusive");
    assertThat(world.status().retryable()).isTrue();
  }

  @Test
  void quotaIsWaitedForAndThenTheTaskGoesOn() {
    world.cluster.failWith(
        (verb, kind) ->
            verb.equals("create") && kind == ObjectKind.POD
                ? new WriteResult.Rejected(403, "pods is forbidden: exceeded quota: q")
                : null);
    world.pass();
    world.clock.forward(3);
    world.pass();
    assertThat(world.end()).isEqualTo("Pending/QuotaExceeded");

    world.cluster.failWith((verb, kind) -> null);
    world.pass();

    assertThat(world.phase()).isEqualTo(Phase.Provisioning);
    assertThat(world.status().reason()).isEmpty();
  }

  @Test
  void theDeadlineCountsFromTheContainersStartAndKeepsThePod() {
    world.started();
    world.clock.forward(Samples.RUN_SECONDS - 1);
    assertThat(world.pass()).isEqualTo(new Progress.Wait(Duration.ofSeconds(1)));

    world.clock.forward(1);
    world.pass();

    assertThat(world.end()).isEqualTo("Stopping/DeadlineExceeded");
    assertThat(world.kubelet.pod().at("/spec/activeDeadlineSeconds").asInt()).isEqualTo(1);
    assertThat(world.cluster.count("delete Pod")).isZero();

    world.kubelet.ended(143, "Error");
    world.pass();
    assertThat(world.end()).isEqualTo("Failed/DeadlineExceeded");
    assertThat(world.status().exitCode()).isEqualTo(143);
  }

  @Test
  void aCancelledTaskIsStoppedAndKeepsItsPod() {
    world.started();
    world.cancel();
    world.pass();
    assertThat(world.end()).isEqualTo("Stopping/Cancelled");

    world.kubelet.ended(143, "Error");
    world.pass();

    assertThat(world.end()).isEqualTo("Failed/Cancelled");
    assertThat(world.status().message()).isEqualTo("spec.desiredState became Cancelled");
    assertThat(world.kubelet.pod()).isNotNull();
  }

  @Test
  void aTaskCancelledBeforeItsPodIsReleasedIsRefusedAndLeavesNothing() {
    world.cancel();
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/CancelledBeforeStart");
    assertThat(world.kubelet.pod()).isNull();
    assertThat(world.cluster.raw(ObjectKind.NETWORK_POLICY, Samples.OBJECT)).isNull();
  }

  @Test
  void aTaskCancelledWhileItsProbeWorksIsRefusedOnceTheKubeletHasSpoken() {
    world.pass();
    world.kubelet.probing();
    world.cancel();
    world.pass();
    assertThat(world.end()).isEqualTo("Stopping/CancelledBeforeStart");
    assertThat(world.cluster.count("delete Pod")).isZero();

    world.kubelet.endedBeforeStart();
    world.pass();
    assertThat(world.phase()).isEqualTo(Phase.Stopping);
    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);

    world.kubelet.gone();
    world.pass();
    assertThat(world.end()).isEqualTo("Refused/CancelledBeforeStart");
  }

  @Test
  void aCancellationThatComesJustTooLateEndsAsCancelled() {
    world.pass();
    world.kubelet.probing();
    world.cancel();
    world.pass();

    world.kubelet.ended(143, "Error");
    world.pass();

    assertThat(world.end()).isEqualTo("Failed/Cancelled");
  }

  @Test
  void anUnscheduledPodIsDeletedOnlyAsLongAsNoNodeHasIt() {
    world.pass();
    world.cancel();
    world.pass();

    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);
    assertThat(world.kubelet.pod()).isNull();
    world.pass();
    assertThat(world.end()).isEqualTo("Refused/CancelledBeforeStart");
  }

  @Test
  void anEndedTaskIsDeletedAfterItsTtlAndNotBefore() {
    world.started();
    world.kubelet.ended(0, "Completed");
    world.pass();
    world.clock.forward(Samples.TTL_SECONDS - 1);
    world.pass();
    assertThat(world.cluster.count("delete SandboxTask")).isZero();

    world.clock.forward(1);
    world.pass();

    assertThat(world.cluster.count("delete SandboxTask")).isEqualTo(1);
  }

  @Test
  void anObjectOfATaskCarriesWhatMakesItItsOwn() {
    world.pass();
    for (ObjectKind kind :
        new ObjectKind[] {ObjectKind.POD, ObjectKind.CLAIM, ObjectKind.NETWORK_POLICY}) {
      ObjectNode object = world.cluster.raw(kind, Samples.OBJECT);
      assertThat(new OwnObject(object).belongsTo(Samples.UID)).as(kind.kind()).isTrue();
      ((ObjectNode) object.at("/metadata/labels")).put(Names.TASK_UID_LABEL, "someone-else");
      assertThat(new OwnObject(object).belongsTo(Samples.UID)).as(kind.kind()).isFalse();
    }
  }

  private String conditions() {
    return world.status().conditions().stream()
        .map((TaskCondition condition) -> condition.type() + "=" + condition.status())
        .collect(Collectors.joining(" "));
  }
}
