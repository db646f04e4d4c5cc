package dev.glovebox.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.Finding;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Names;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicyBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each change that takes isolation away, and for each its twin that does not. */
class IsolationWatchTest {
  private final World world = new World().started();

  @Test
  void nothingIsWrittenWhileNothingChanges() {
    assertThat(world.end()).isEqualTo("Running/");
    int writes = world.cluster.writes.size();

    world.pass();
    world.pass();

    assertThat(world.cluster.writes).hasSize(writes);
    assertThat(world.lost).isEmpty();
  }

  @Test
  void aDeletedNetworkPolicyKillsAndIsClosedAgain() {
    world.cluster.remove(ObjectKind.NETWORK_POLICY, Samples.OBJECT);

    world.pass();

    killed("NetworkPolicyDeleted", "was deleted");
    assertThat(policy().at("/metadata/labels/glovebox.dev~1task-uid").asText())
        .isEqualTo(Samples.UID);
    assertThat(policy().at("/spec/egress").isMissingNode()).isTrue();
    ends();
  }

  @Test
  void aPolicyThatOnlyTheInformerDoesNotKnowIsThere() {
    world.view.policiesBehind = true;

    world.pass();

    stillRuns();
  }

  @Test
  void aPolicyThatCannotBeReadIsNeitherThereNorGone() {
    world.view.policiesBehind = true;
    world.cluster.unreadable("NetworkPolicy");

    assertThat(world.pass()).isInstanceOf(Progress.Retry.class);

    stillRuns();
  }

  @Test
  void anEditedNetworkPolicyKillsAndIsClosedAgain() {
    ((ObjectNode) policy().get("spec")).putArray("egress").addObject();

    world.pass();

    killed("NetworkPolicyChanged", "edited");
    assertThat(policy().at("/spec/egress").isMissingNode()).isTrue();
    assertThat(world.cluster.count("replace NetworkPolicy")).isEqualTo(1);
    ends();
  }

  @Test
  void anEditThatWasTakenBackWhileNobodyLookedKills() {
    ((ObjectNode) policy().get("metadata")).put("generation", 3);

    world.pass();

    killed("NetworkPolicyChanged", "edited");
  }

  @Test
  void aNetworkPolicyThatWasDeletedAndMadeAgainKills() {
    ((ObjectNode) policy().get("metadata")).put("uid", "another");

    world.pass();

    killed("NetworkPolicyChanged", "made again");
  }

  @Test
  void anAnnotationOnTheNetworkPolicyIsNothing() {
    ((ObjectNode) policy().at("/metadata/annotations")).put("example.com/note", "x");

    world.pass();

    stillRuns();
  }

  @Test
  void aSecondPolicyThatAllowsKillsAndIsNotTouched() {
    world.cluster.foreignPolicies.add(foreign(true));

    world.pass();

    killed("NetworkPolicyWidened", "allow-all");
    assertThat(world.status().message()).contains("DoesNotExist");
    assertThat(world.cluster.writes).noneMatch(write -> write.equals("replace NetworkPolicy"));
    ends();
  }

  @Test
  void aPolicyThatWasThereForAMomentKills() {
    world.cluster.gonePolicies.add(foreign(true));

    world.pass();

    killed("NetworkPolicyWidened", "allow-all");
    ends();
  }

  @Test
  void aPolicyThatWentBeforeTheReleaseIsNothing() {
    world.cluster.gonePolicies.add(foreign(true));
    world.view.goneSince = Instant.parse(world.status().startTime()).minusMillis(1);

    world.pass();

    stillRuns();
  }

  @Test
  void aSecondPolicyThatDeniesIsNothing() {
    world.cluster.foreignPolicies.add(foreign(false));

    world.pass();

    stillRuns();
  }

  @Test
  void aPodWithoutItsLabelIsKilled() {
    ((ObjectNode) world.kubelet.pod().at("/metadata/labels")).remove(Names.TASK_UID_LABEL);

    world.pass();

    killed("PodChanged", "metadata.labels");
    ends();
  }

  @Test
  void aPodWithAnotherTasksLabelIsKilled() {
    ((ObjectNode) world.kubelet.pod().at("/metadata/labels")).put(Names.TASK_UID_LABEL, "other");

    world.pass();

    killed("PodChanged", "metadata.labels");
  }

  @Test
  void aPodWithAnotherImageIsKilled() {
    ((ObjectNode) world.kubelet.pod().at("/spec/containers/0")).put("image", "other");

    world.pass();

    killed("PodChanged", "spec.containers");
  }

  @Test
  void anEphemeralContainerKills() {
    ((ObjectNode) world.kubelet.pod().get("spec"))
        .putArray("ephemeralContainers")
        .addObject()
        .put("name", "debugger");

    world.pass();

    killed("EphemeralContainer", "ephemeral container");
  }

  @Test
  void whatTheKubeletReportsAndALowerDeadlineAreNoChange() {
    ((ObjectNode) world.kubelet.pod().get("spec")).put("activeDeadlineSeconds", 30);
    ((ObjectNode) world.kubelet.pod().get("status")).put("podIP", "10.244.0.9");

    world.pass();

    stillRuns();
  }

  @Test
  void aSandboxPolicyThatDoesNotAdmitTheTaskAnyMoreKills() {
    world.view.policies.clear();

    world.pass();

    killed("SandboxPolicyTightened", "SandboxPolicy");
  }

  @Test
  void aNamespaceThatMovesToAPolicyThatIsNotThereKills() {
    world.view.namespaceLabels = Map.of(Names.POLICY_LABEL, "strict");

    world.pass();

    killed("SandboxPolicyTightened", "strict");
  }

  @Test
  void aSandboxPolicyThatWasEditedAndStillAdmitsTheTaskIsNothing() {
    world.view.policies.get("default").getMetadata().setGeneration(4L);

    world.pass();

    stillRuns();
  }

  @Test
  void aCertificateThatShowsAnOpenPathKills() {
    certificate(false, "NetworkNotEnforced", world.clock.instant().plusSeconds(60));

    world.pass();

    killed("CertificateRefuted", "node-1");
  }

  @Test
  void aCertificateThatShowsNothingOrIsOlderThanTheProofIsNothing() {
    certificate(false, "CertificationInconclusive", world.clock.instant().plusSeconds(60));
    world.pass();
    stillRuns();
    certificate(false, "NetworkNotEnforced", world.clock.instant().minusSeconds(60));
    world.pass();
    stillRuns();
    certificate(true, "Certified", Instant.EPOCH);
    world.pass();
    stillRuns();
  }

  @Test
  void aRuntimeClassThatIsReplacedAfterTheProofIsNothing() {
    world.view.runtimeClass("another", "runc");

    world.pass();

    stillRuns();
  }

  /** However long the operator is away: the pod may be gone before the next one looks. */
  @ParameterizedTest(name = "after write {0}")
  @ValueSource(ints = {1, 2, 3})
  void whicheverWriteItDiesAfterTheReasonIsThatIsolationWasLost(int writes) {
    world.cluster.foreignPolicies.add(foreign(true));
    world.cluster.killAfter(writes);

    boolean died = false;
    for (int i = 0; i < 5; i++) {
      try {
        world.pass();
      } catch (FakeCluster.Killed killed) {
        died = true;
        world.cluster.neverKill();
      }
      if (world.kubelet.pod() != null
          && !world.kubelet.pod().at("/metadata/deletionTimestamp").isMissingNode()) {
        world.kubelet.gone();
      }
    }

    assertThat(died).as("it did die, or this shows nothing").isTrue();
    assertThat(world.end()).isEqualTo("Failed/IsolationLost");
    assertThat(world.status().message()).contains("allow-all");
    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);
  }

  @Test
  void aStatusThatIsRefusedKeepsNobodyFromKilling() {
    world.cluster.foreignPolicies.add(foreign(true));
    world.cluster.failWith(
        (verb, kind) ->
            kind == ObjectKind.TASK ? new WriteResult.Unavailable(500, "etcd is away") : null);

    assertThat(world.pass()).isInstanceOf(Progress.Retry.class);

    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);
  }

  @Test
  void aLossThatCouldNotBeRecordedIsStillTheReasonWhenThePodIsGoneBefore() {
    world.operatorStays();
    world.cluster.foreignPolicies.add(foreign(true));
    world.cluster.failWith(
        (verb, kind) ->
            kind == ObjectKind.TASK ? new WriteResult.Unavailable(500, "etcd is away") : null);
    world.pass();
    world.kubelet.gone();
    world.cluster.foreignPolicies.clear();
    world.cluster.failWith((verb, kind) -> null);

    world.pass();
    world.pass();

    assertThat(world.end()).isEqualTo("Failed/IsolationLost");
    assertThat(world.status().message()).contains("allow-all");
  }

  @Test
  void howAKilledTaskEndedIsToldWhenItsPodIsGoneBeforeAnybodyLooks() {
    world.cluster.foreignPolicies.add(foreign(true));
    world.pass();
    String message = world.status().message();
    world.kubelet.ended(143, "Error");
    world.cluster.seenToEnd = world.kubelet.asPod();
    world.kubelet.gone();

    world.pass();

    assertThat(world.end()).isEqualTo("Failed/IsolationLost");
    assertThat(world.status().message()).isEqualTo(message);
    assertThat(world.status().exitCode()).isEqualTo(143);
    assertThat(world.status().terminationMessage()).isEqualTo("bye");
  }

  @Test
  void howAKilledTaskEndedIsNotToldByAPodThatIsNotTheRecordedOne() {
    world.cluster.foreignPolicies.add(foreign(true));
    world.pass();
    world.kubelet.ended(143, "Error");
    world.cluster.seenToEnd = world.kubelet.asPod();
    world.cluster.seenToEnd.getMetadata().setUid("another");
    world.kubelet.gone();

    world.pass();

    assertThat(world.end()).isEqualTo("Failed/IsolationLost");
    assertThat(world.status().exitCode()).isNull();
  }

  @Test
  void aStatusThatHangsKeepsNobodyFromKilling() {
    world.cluster.foreignPolicies.add(foreign(true));
    var deleted = new CountDownLatch(1);
    var inTime = new AtomicBoolean();
    world.cluster.failWith(
        (verb, kind) -> {
          if (verb.equals("delete") && kind == ObjectKind.POD) {
            deleted.countDown();
          }
          if (kind == ObjectKind.TASK) {
            try {
              inTime.set(deleted.await(30, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
          return null;
        });

    world.pass();

    assertThat(inTime).as("deleted while the status still hung").isTrue();
    killed("NetworkPolicyWidened", "allow-all");
  }

  @Test
  void aPolicyThatCannotBePutBackKeepsNobodyFromKilling() {
    world.cluster.remove(ObjectKind.NETWORK_POLICY, Samples.OBJECT);
    world.cluster.failWith(
        (verb, kind) ->
            verb.equals("create") ? new WriteResult.Rejected(403, "namespace terminating") : null);

    world.pass();

    killed("NetworkPolicyDeleted", "was deleted");
  }

  @Test
  void aTaskThatIsBeingStoppedIsKilledToo() {
    world.cancel();
    world.pass();
    assertThat(world.end()).isEqualTo("Stopping/Cancelled");
    assertThat(world.cluster.count("delete Pod")).isZero();
    world.cluster.remove(ObjectKind.NETWORK_POLICY, Samples.OBJECT);

    world.pass();

    killed("NetworkPolicyDeleted", "was deleted");
  }

  @Test
  void aPodToWhichSomebodyGaveAnHourToEndIsKilledToo() {
    beingDeletedWithGrace(3600);
    world.cluster.foreignPolicies.add(foreign(true));

    world.pass();

    killed("NetworkPolicyWidened", "allow-all");
    assertThat(world.kubelet.pod().at("/metadata/deletionGracePeriodSeconds").asInt()).isOne();
    ends();
  }

  @Test
  void nobodyGivesATaskMoreTimeThanItHasByDeletingItsPod() {
    beingDeletedWithGrace(3600);

    world.cancel();
    world.pass();

    assertThat(world.end()).isEqualTo("Stopping/Cancelled");
    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);
  }

  @Test
  void aPodThatIsBeingDeletedInItsOwnTimeIsLeftToIt() {
    beingDeletedWithGrace(1);

    world.cancel();
    world.pass();

    assertThat(world.end()).isEqualTo("Stopping/Cancelled");
    assertThat(world.cluster.count("delete Pod")).isZero();
  }

  private void beingDeletedWithGrace(long seconds) {
    ((ObjectNode) world.kubelet.pod().get("metadata"))
        .put("deletionTimestamp", world.clock.instant().plusSeconds(seconds).toString())
        .put("deletionGracePeriodSeconds", seconds);
  }

  @Test
  void whatChangesAfterTheProcessEndedIsNothing() {
    world.kubelet.ended(0, "Completed");
    world.cluster.remove(ObjectKind.NETWORK_POLICY, Samples.OBJECT);

    world.pass();

    assertThat(world.end()).isEqualTo("Succeeded/");
  }

  @Test
  void aTaskThatRanBeforeItsOperatorStartedIsNotHardened() {
    world.clock.forward(30);
    world.watchedSince = world.clock.instant();
    world.pass();
    world.kubelet.ended(0, "Completed");
    world.pass();

    assertThat(world.end()).isEqualTo("Succeeded/");
    assertThat(world.status().findings())
        .extracting(Finding::type)
        .containsExactly("WatchInterrupted");
    assertThat(world.status().conditions())
        .anyMatch(c -> c.type().equals("Hardened") && c.status().equals("False"));
  }

  @Test
  void aTaskThatWasWatchedAllTheTimeIsHardened() {
    world.watchedSince = world.clock.instant().minusSeconds(1);
    world.clock.forward(30);
    world.kubelet.ended(0, "Completed");
    world.pass();

    assertThat(world.end()).isEqualTo("Succeeded/");
    assertThat(world.status().findings()).isNull();
  }

  private void killed(String what, String words) {
    assertThat(world.end()).isEqualTo("Stopping/IsolationLost");
    assertThat(world.status().message()).contains(words);
    assertThat(world.lost).containsExactly(what);
    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);
    assertThat(world.kubelet.pod().at("/metadata/deletionTimestamp").asText()).isNotEmpty();
    assertThat(world.kubelet.pod().at("/metadata/deletionGracePeriodSeconds").asInt()).isOne();
  }

  private void ends() {
    world.pass();
    world.pass();
    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);
    String message = world.status().message();
    world.kubelet.gone();
    world.pass();
    assertThat(world.end()).isEqualTo("Failed/IsolationLost");
    assertThat(world.status().message()).isEqualTo(message);
    assertThat(world.announced).contains("Warning IsolationLost");
  }

  private void stillRuns() {
    assertThat(world.end()).isEqualTo("Running/");
    assertThat(world.lost).isEmpty();
    assertThat(world.cluster.count("delete Pod")).isZero();
  }

  private ObjectNode policy() {
    return world.cluster.raw(ObjectKind.NETWORK_POLICY, Samples.OBJECT);
  }

  private void certificate(boolean certified, String reason, Instant at) {
    world.view.certificates.put(
        "node-1.gvisor",
        new Facts.CertificateFacts(
            "node-1",
            "gvisor",
            certified,
            reason,
            "seen",
            "node-uid",
            "9f0c6b0a-boot-id",
            "6.1.0-node",
            "containerd://2.2.0",
            "v1.34.4",
            "runsc",
            "class-uid",
            "sha256:1111",
            "4.19.0-gvisor",
            List.of(),
            at,
            at.plusSeconds(900)));
  }

  private static NetworkPolicy foreign(boolean allows) {
    var spec =
        new NetworkPolicyBuilder()
            .withNewMetadata()
            .withNamespace(Samples.NAMESPACE)
            .withName(allows ? "allow-all" : "deny-all")
            .withUid("foreign")
            .endMetadata()
            .withNewSpec()
            .withNewPodSelector()
            .endPodSelector()
            .withPolicyTypes("Egress");
    return allows ? spec.addNewEgress().endEgress().endSpec().build() : spec.endSpec().build();
  }
}
