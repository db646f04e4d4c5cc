package dev.glovebox.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.Phase;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every way in which a task does not come to its end: what is written, and what is never done. */
class StopsTest {
  private final World world = new World();

  @Test
  void aPodThatAWebhookChangedIsRemovedAndTheTaskRefused() {
    world.cluster.webhook(
        object -> {
          if (object.path("kind").asText().equals("Pod")) {
            ((ObjectNode) object.get("spec")).put("hostNetwork", true);
          }
          return object;
        });

    world.pass();

    assertThat(world.end()).isEqualTo("Refused/AdmissionMutated");
    assertThat(world.status().message()).contains("spec.hostNetwork");
    assertThat(world.kubelet.pod()).isNull();
    assertThat(world.cluster.raw(ObjectKind.NETWORK_POLICY, Samples.OBJECT)).isNull();
    assertThat(world.cluster.count("create PersistentVolumeClaim")).isZero();
    assertThat(world.cluster.count("release Pod")).isZero();
  }

  @Test
  void aPodThatIsChangedByItsReleaseIsDeleted() {
    world.releaseCheck =
        pass -> {
          world.cluster.webhook(
              object -> {
                ((ObjectNode) object.at("/spec/containers/0")).put("image", "other");
                return object;
              });
          return new Progress.Proceed();
        };

    world.pass();
    assertThat(world.end()).isEqualTo("Stopping/AdmissionMutated");
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/AdmissionMutated");
    assertThat(world.kubelet.pod()).isNull();
  }

  @Test
  void aPolicyThatWidensIsNamed() {
    world.cluster.foreignPolicies.add(policy(true));

    world.pass();

    assertThat(world.end()).isEqualTo("Refused/NetworkPolicyWidened");
    assertThat(world.status().message()).contains("allow-all").contains("DoesNotExist");
    assertThat(world.cluster.count("release Pod")).isZero();
  }

  @Test
  void aPolicyOfAnotherKindThatWidensIsNamed() {
    world.cluster.otherWidening = "CiliumNetworkPolicy.cilium.io agents/open selects the pod";

    world.pass();

    assertThat(world.end()).isEqualTo("Refused/NetworkPolicyWidened");
    assertThat(world.status().message()).contains("CiliumNetworkPolicy.cilium.io agents/open");
    assertThat(world.cluster.count("create PersistentVolumeClaim")).isZero();
    assertThat(world.cluster.count("release Pod")).isZero();
  }

  @Test
  void theLastListBeforeTheReleaseIsNotOlderThanTheMomentOfAsking() {
    world.pass();

    assertThat(world.cluster.count("release Pod")).isEqualTo(1);
    assertThat(world.cluster.policyListsNotOlderThan).containsExactly("ours", "now");
  }

  @Test
  void aPolicyThatOnlyDeniesIsFine() {
    world.cluster.foreignPolicies.add(policy(false));

    world.pass();

    assertThat(world.cluster.count("release Pod")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"NetworkPolicies", "OtherPolicies"})
  void policiesThatCannotBeReadAreNeverTakenForNone(String which) {
    world.cluster.unreadable(which);
    world.pass();
    assertThat(world.cluster.count("release Pod")).isZero();

    world.clock.forward(11);
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/ReadBackFailed");
    assertThat(world.status().retryable()).isTrue();
    assertThat(world.kubelet.pod()).isNull();
  }

  @Test
  void nothingIsReleasedWhileAKindOfPolicyIsNotWatched() {
    world.view.notKnown = Optional.of("globalnetworkpolicies cannot be watched: forbidden");
    world.clock.forward(11);
    world.pass();
    assertThat(world.cluster.count("release Pod")).isZero();
    assertThat(world.status().message()).contains("globalnetworkpolicies cannot be watched");

    world.view.notKnown = Optional.empty();
    world.pass();

    assertThat(world.cluster.count("release Pod")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"status", "create", "release"})
  void whatCouldNotBeWrittenUntilTheDeadlineIsNotReleasedAfterIt(String verb) {
    world.cluster.failWith(
        (asked, kind) -> asked.equals(verb) ? new WriteResult.Unavailable(503, "an outage") : null);
    world.pass();
    assertThat(world.cluster.count("release Pod")).isZero();

    world.clock.forward(300);
    world.cluster.failWith((asked, kind) -> null);
    world.pass();
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/ProvisionTimeout");
    assertThat(world.status().message()).contains("provisionSeconds");
    assertThat(world.cluster.count("release Pod")).isZero();
  }

  @Test
  void anObjectOfTheSameNameIsNeverAdopted() {
    world.cluster.put(
        ObjectKind.POD,
        new PodBuilder()
            .withNewMetadata()
            .withName(Samples.OBJECT)
            .withUid("foreign")
            .withLabels(Map.of())
            .endMetadata()
            .withNewSpec()
            .endSpec()
            .build());

    world.pass();

    assertThat(world.end()).isEqualTo("Refused/ForeignObject");
    assertThat(world.kubelet.pod().at("/metadata/uid").asText()).isEqualTo("foreign");
  }

  @Test
  void whatTheApiServerRefusesIsPassedOn() {
    refuse(ObjectKind.POD, "pods \"x\" is forbidden: violates PodSecurity");
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/PodRejected");
    assertThat(world.status().message()).contains("violates PodSecurity");
  }

  @Test
  void whatTheAdmissionPolicyOnTheOperatorItselfDeniesWasChangedOnTheWay() {
    refuse(
        ObjectKind.POD,
        "pods \"x\" is forbidden: ValidatingAdmissionPolicy 'glovebox-deputy' with binding"
            + " 'glovebox-deputy' denied request: spec.hostNetwork: a sandbox has none");
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/AdmissionMutated");
    assertThat(world.status().message()).contains("spec.hostNetwork");
  }

  @Test
  void aClassThatVanishedBetweenPlanAndPodIsMissing() {
    refuse(ObjectKind.POD, "pod rejected: RuntimeClass \"gvisor\" not found");
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/RuntimeClassMissing");
  }

  @Test
  void aChangeFoundAtTheReleaseRefusesWithTheReasonOfTheChange() {
    world.releaseCheck =
        pass -> Progress.Stop.of(Reason.RuntimeHandlerNotAllowed, "its handler is runc now");
    world.pass();
    assertThat(world.end()).isEqualTo("Stopping/RuntimeHandlerNotAllowed");
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/RuntimeHandlerNotAllowed");
    assertThat(world.cluster.count("release Pod")).isZero();
    assertThat(world.kubelet.pod()).isNull();
  }

  @Test
  void aFailedProbeIsOnRecordBeforeThePodGoesAndRefusedAfter() {
    world.pass();
    world.kubelet.probeEnded(1, world.kubelet.report("Failed"));
    world.pass();
    assertThat(world.end()).isEqualTo("Stopping/AttestationFailed");
    assertThat(world.status().failedChecks()).containsExactly("SharedKernel");
    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);

    world.kubelet.gone();
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/AttestationFailed");
    assertThat(world.status().failedChecks()).containsExactly("SharedKernel");
    assertThat(world.status().isolation()).isNotNull();
    assertThat(
            world.status().conditions().stream()
                .filter(condition -> condition.type().equals("Isolated"))
                .findFirst()
                .orElseThrow()
                .status())
        .isEqualTo("False");
  }

  @Test
  void aReportFromAKernelThatIsTheNodesIsRejectedAlthoughItSaysPassed() {
    world.pass();
    world.kubelet.running();
    ObjectNode ended =
        (ObjectNode) world.kubelet.pod().at("/status/initContainerStatuses/0/state/terminated");
    ended.put("message", ended.get("message").asText().replace("4.19.0-gvisor", "6.1.0-node"));

    world.pass();
    assertThat(world.end()).isEqualTo("Stopping/ProofRejected");
    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);
    world.kubelet.gone();
    world.pass();

    assertThat(world.end()).isEqualTo("Failed/ProofRejected");
  }

  @Test
  void anUnreadableReportIsRejected() {
    world.pass();
    world.kubelet.running();
    ((ObjectNode) world.kubelet.pod().at("/status/initContainerStatuses/0/state/terminated"))
        .put("message", "{}");

    world.pass();

    assertThat(world.end()).isEqualTo("Stopping/ProofRejected");
  }

  @Test
  void aProbeOfAnotherImageProvesNothing() {
    world.pass();
    world.kubelet.running();
    ((ObjectNode) world.kubelet.pod().at("/status/initContainerStatuses/0"))
        .put("imageID", "glovebox.local/probe@sha256:" + "3".repeat(64));

    world.pass();

    assertThat(world.end()).isEqualTo("Stopping/ProofRejected");
    assertThat(world.status().message()).contains("the probe's image is");
  }

  @Test
  void aReleasedPodThatDisappearsIsNeverMadeAgain() {
    world.pass();
    world.kubelet.gone();
    world.pass();
    world.pass();

    assertThat(world.end()).isEqualTo("Failed/PodDeleted");
    assertThat(world.cluster.count("create Pod")).isEqualTo(1);
  }

  @Test
  void aPodThatWentWithItsNodeIsLost() {
    world.started();
    world.kubelet.gone();
    world.cluster.nodes.clear();

    world.pass();

    assertThat(world.end()).isEqualTo("Failed/NodeLost");
  }

  @Test
  void aPodThatTheCollectorEndsBecauseItsNodeIsOutOfServiceIsLostAndElseEvicted() {
    world.started();
    world.kubelet.collected();
    world.cluster.nodes.put(Samples.NODE.name(), new ObjectReads.NodeState(Samples.NODE, true));
    world.pass();
    assertThat(world.end()).isEqualTo("Failed/NodeLost");
    assertThat(world.status().message()).contains("out of service");

    World other = new World();
    other.started();
    other.kubelet.collected();
    other.pass();
    assertThat(other.end()).isEqualTo("Failed/Evicted");
  }

  @Test
  void anInformerThatIsBehindNeverLeadsToASecondPod() {
    SandboxTask stale = world.cluster.task();
    world.pass();
    world.kubelet.gone();

    world.passWith(stale);

    assertThat(world.cluster.count("create Pod")).isEqualTo(1);
    assertThat(world.end()).isEqualTo("Failed/PodDeleted");
  }

  @Test
  void anInformerThatIsBehindCostsNoRefusedWrite() {
    world.pass();
    SandboxTask stale = world.cluster.task();
    world.kubelet.running();
    world.pass();
    world.kubelet.ended(0, "Completed");

    world.passWith(stale);

    assertThat(world.end()).isEqualTo("Succeeded/");
    assertThat(world.cluster.refusedWrites).isZero();
  }

  @Test
  void anInformerThatStillShowsTheGateDoesNotMakeAReleaseLookLikeAChange() {
    world.cluster.killAfter(6); // finalizer, policy, pod, claim, status, release
    killed();
    var held = new PodBuilder(world.cluster.knownPod("", Samples.OBJECT).orElseThrow().pod());
    world.cluster.informerShows(
        held.editSpec().addNewSchedulingGate("glovebox.dev/release").endSpec().build());

    world.pass();

    assertThat(world.end()).isEqualTo("Provisioning/");
    assertThat(world.cluster.writes).hasSize(6);
  }

  @Test
  void aPodMadeForAnotherPlanAndNeverReleasedIsMadeAnew() {
    world.cluster.killAfter(3); // finalizer, policy, pod
    killed();
    world.planned(Samples.plan(Samples.NODE_AFTER_REBOOT));

    world.pass();
    world.pass();
    world.pass();

    assertThat(world.cluster.count("create Pod")).isEqualTo(2);
    assertThat(world.cluster.count("release Pod")).isEqualTo(1);
    assertThat(world.phase()).isEqualTo(Phase.Provisioning);
  }

  @Test
  void aPodOnRecordIsNotExchangedWhenThePlanChanged() {
    world.cluster.killAfter(5); // finalizer, policy, pod, claim, status
    killed();
    world.planned(Samples.plan(Samples.NODE_AFTER_REBOOT));

    world.pass();
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/ReadBackFailed");
    assertThat(world.cluster.count("create Pod")).isEqualTo(1);
    assertThat(world.cluster.count("release Pod")).isZero();
  }

  @Test
  void aPodNobodyCanPlaceIsRefusedWithTheSchedulersWords() {
    world.pass();
    world.kubelet.unschedulable("0/1 nodes are available: 1 Insufficient cpu.");
    world.clock.forward(10);
    world.pass();
    assertThat(world.end()).isEqualTo("Provisioning/Unschedulable");

    world.clock.forward(Samples.PROVISION_SECONDS);
    world.pass();
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/Unschedulable");
    assertThat(world.status().message()).contains("Insufficient cpu");
  }

  @Test
  void aSandboxThatDoesNotStartIsRefusedWithTheNewestEvent() {
    world.pass();
    world.kubelet.place("PodInitializing", "");
    event("FailedCreatePodSandBox", "2026-01-01T00:00:01Z", "old");
    event("FailedCreatePodSandBox", "2026-01-01T00:00:09Z", "no runtime for \"runsc\"");
    world.clock.forward(Samples.PROVISION_SECONDS);
    world.pass();

    assertThat(world.end()).isEqualTo("Stopping/SandboxStartFailed");
    assertThat(world.status().message()).isEqualTo("no runtime for \"runsc\"");
  }

  @Test
  void anImageThatCanNeverBePulledIsRefusedWithoutWaiting() {
    world.pass();
    world.kubelet.place("InvalidImageName", "couldn't parse image name");

    world.pass();

    assertThat(world.end()).isEqualTo("Stopping/ImagePullFailed");
  }

  @Test
  void anImageThatIsNotPulledInTimeIsRefusedWithTheKubeletsEvent() {
    world.pass();
    world.kubelet.pulling();
    event("Failed", "2026-01-01T00:00:09Z", "Failed to pull image \"x\": no such host");
    event("Failed", "2026-01-01T00:00:09Z", "Error: ErrImagePull");
    world.clock.forward(Samples.PROVISION_SECONDS);
    world.pass();
    assertThat(world.end()).isEqualTo("Stopping/ImagePullFailed");
    assertThat(world.status().message()).contains("no such host");
    assertThat(world.cluster.count("delete Pod")).isZero();

    world.kubelet.endedWhilePulling("DeadlineExceeded");
    world.pass();
    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);
    world.kubelet.gone();
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/ImagePullFailed");
  }

  @Test
  void theKubeletsFirstWordOnAPodThatEndedIsTakenForItsLastOnlyAfterAWhile() {
    world.pass();
    world.kubelet.pulling();
    world.pass();
    world.kubelet.endedWhilePulling("Evicted");
    world.pass();
    assertThat(world.phase()).isEqualTo(Phase.Provisioning);

    world.clock.forward(16);
    world.pass();

    assertThat(world.end()).isEqualTo("Failed/Evicted");
  }

  @Test
  void aProbeWithoutAVerdictInTimeIsAnAttestationTimeout() {
    world.pass();
    world.kubelet.probing();
    world.clock.forward(10);
    world.pass();
    assertThat(world.phase()).isEqualTo(Phase.Attesting);

    world.clock.forward(Samples.PROVISION_SECONDS);
    world.pass();

    assertThat(world.end()).isEqualTo("Stopping/AttestationTimeout");
  }

  @Test
  void aTerminalPhaseNeverChanges() {
    world.started();
    world.kubelet.ended(0, "Completed");
    world.pass();
    world.cancel();
    world.kubelet.gone();

    world.pass();

    assertThat(world.end()).isEqualTo("Succeeded/");
  }

  private void killed() {
    try {
      world.pass();
    } catch (FakeCluster.Killed dead) {
      world.cluster.neverKill();
    }
  }

  private void refuse(ObjectKind refused, String message) {
    world.cluster.failWith(
        (verb, kind) ->
            verb.equals("create") && kind == refused
                ? new WriteResult.Rejected(403, message)
                : null);
  }

  private void event(String reason, String at, String message) {
    world.cluster.events.add(
        new EventBuilder()
            .withNewInvolvedObject()
            .withUid(world.status().podUID())
            .endInvolvedObject()
            .withReason(reason)
            .withLastTimestamp(at)
            .withMessage(message)
            .build());
  }

  private static NetworkPolicy policy(boolean allows) {
    var spec =
        new NetworkPolicyBuilder()
            .withNewMetadata()
            .withName("allow-all")
            .withUid("other")
            .endMetadata()
            .withNewSpec()
            .withNewPodSelector()
            .endPodSelector()
            .withPolicyTypes("Egress");
    return allows ? spec.addNewEgress().endEgress().endSpec().build() : spec.endSpec().build();
  }
}
