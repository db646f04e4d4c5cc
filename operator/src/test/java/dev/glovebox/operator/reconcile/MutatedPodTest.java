package dev.glovebox.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.core.plan.Names;
import dev.glovebox.operator.write.ObjectKind;
import dev.glovebox.operator.write.WriteResult;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A pod that a webhook let go, or changed where nobody saw the answer. */
class MutatedPodTest {
  private static final int RELEASE = 6; // finalizer, policy, pod, claim, status, release

  private final World world = new World();

  @Test
  void aReleaseWhoseAnswerIsLostIsComparedByTheNextOperatorBeforeTheProbeIsDone() {
    world.releaseCheck = changedByTheRelease();
    diesAfter(RELEASE);
    world.kubelet.probing();

    world.pass();
    assertThat(world.end()).isEqualTo("Stopping/AdmissionMutated");
    assertThat(world.status().message()).contains("spec.containers");
    world.kubelet.endedBeforeStart();
    world.pass();
    world.kubelet.gone();
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/AdmissionMutated");
  }

  @Test
  void aReleaseWhoseAnswerIsLostIsNeverRunningWithAnotherPod() {
    world.releaseCheck = changedByTheRelease();
    diesAfter(RELEASE);
    world.kubelet.running();

    world.pass();
    assertThat(world.end()).isEqualTo("Stopping/ProofRejected");
    assertThat(world.status().message()).contains("spec.containers");
    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);
    world.kubelet.gone();
    world.pass();

    assertThat(world.end()).isEqualTo("Failed/ProofRejected");
  }

  @Test
  void aReleaseWhoseAnswerIsLostGoesOnWhenNothingWasChanged() {
    diesAfter(RELEASE);
    // The cluster changed meanwhile: the same plan could not be made again.
    world.planned(Samples.plan(Samples.NODE_AFTER_REBOOT));
    world.kubelet.running();

    world.pass();

    assertThat(world.end()).isEqualTo("Running/");
  }

  @Test
  void aReleasedPodThatCannotBeReadIsNotTakenForTheRightOne() {
    diesAfter(RELEASE);
    world.kubelet.running();
    world.cluster.unreadable("Pod");

    Progress progress = world.pass();

    assertThat(progress).isInstanceOf(Progress.Retry.class);
    assertThat(world.end()).isEqualTo("Provisioning/");
  }

  @Test
  void aPodThatAWebhookLetGoIsOnRecordAndRefusedOnlyAfterTheKubeletsWord() {
    letGo(pod -> {});
    world.pass();
    assertThat(world.end()).isEqualTo("Stopping/AdmissionMutated");
    assertThat(world.status().podUID()).isEqualTo(world.kubelet.pod().at("/metadata/uid").asText());

    world.kubelet.endedBeforeStart();
    world.pass();
    assertThat(world.end()).isEqualTo("Stopping/AdmissionMutated");
    world.kubelet.gone();
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/AdmissionMutated");
    assertThat(world.status().message()).contains("spec.schedulingGates");
    assertThat(world.cluster.count("create Pod")).isEqualTo(1);
  }

  @Test
  void aPodThatAWebhookLetGoAndNoNodeHasIsGoneAtOnce() {
    world.cluster.webhook(
        object -> {
          if (object.path("kind").asText().equals("Pod")) {
            ((ObjectNode) object.get("spec")).remove("schedulingGates");
          }
          return object;
        });
    world.pass();
    world.pass();

    assertThat(world.end()).isEqualTo("Refused/AdmissionMutated");
    assertThat(world.kubelet.pod()).isNull();
  }

  @Test
  void aTaskThatStartedInAPodThatAWebhookLetGoIsNeverRefused() {
    letGo(pod -> {});
    world.pass();
    world.kubelet.running();

    world.pass();
    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);
    world.kubelet.gone();
    world.pass();

    assertThat(world.end()).isEqualTo("Failed/IsolationLost");
    assertThat(world.status().message()).contains("spec.schedulingGates");
  }

  @Test
  void aPodWithNothingBeforeTheTaskIsDeletedBeforeTheKubeletIsHeard() {
    letGo(pod -> ((ObjectNode) pod.get("spec")).remove("initContainers"));

    world.pass();

    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);
    assertThat(world.cluster.count("end Pod")).isZero();
  }

  @Test
  void aTaskThatSucceededInAPodThatAWebhookLetGoIsNoSuccess() {
    letGo(pod -> {});
    world.pass();
    world.kubelet.ended(0, "Completed");

    world.pass();

    assertThat(world.end()).isEqualTo("Failed/IsolationLost");
  }

  @Test
  void aPodWhoseLabelsAWebhookTookAwayIsRemovedByThisPassAndByALaterOne() {
    Consumer<ObjectNode> unlabelled =
        pod -> {
          ((ObjectNode) pod.get("metadata")).remove("labels");
          ((ObjectNode) pod.get("metadata")).remove("annotations");
        };
    world.cluster.webhook(onPods(unlabelled));
    world.pass();
    assertThat(world.end()).isEqualTo("Refused/AdmissionMutated");
    assertThat(world.kubelet.pod()).isNull();

    World later = new World();
    later.cluster.webhook(onPods(unlabelled));
    later.cluster.killAfter(3); // finalizer, policy, pod
    try {
      later.pass();
    } catch (FakeCluster.Killed dead) {
      later.cluster.neverKill();
    }
    later.pass();

    assertThat(later.end()).startsWith("Refused/");
    assertThat(later.kubelet.pod()).isNull();
  }

  @Test
  void aPodOnANodeThatSomebodyElseDeletesBeforeTheKubeletsWordMayHaveRun() {
    world.pass();
    world.kubelet.pulling();
    world.clock.forward(Samples.PROVISION_SECONDS);
    world.pass();
    assertThat(world.phase()).hasToString("Stopping");
    world.kubelet.gone();

    world.pass();

    assertThat(world.end()).isEqualTo("Failed/PodDeleted");
  }

  @Test
  void aPodThatANodeGotAfterTheStopWasRecordedMayHaveRunToo() {
    world.pass();
    world.kubelet.unschedulable("0/1 nodes are available");
    world.clock.forward(Samples.PROVISION_SECONDS);
    world.cluster.failWith(
        (verb, kind) -> verb.equals("delete") ? new WriteResult.Conflict("it was bound") : null);
    world.pass();
    world.kubelet.probing();
    world.pass();
    assertThat(world.status().nodeName()).isEqualTo(Samples.NODE.name());
    world.kubelet.gone();

    world.pass();

    assertThat(world.end()).isEqualTo("Failed/PodDeleted");
  }

  @Test
  void aDeadlineThatAWebhookPutsBackEndsInADeletion() {
    world.pass();
    world.kubelet.probing();
    world.cluster.webhookOnEnd(
        pod -> {
          ((ObjectNode) pod.get("spec")).put("activeDeadlineSeconds", 660);
          return pod;
        });
    world.clock.forward(Samples.PROVISION_SECONDS);

    world.pass();

    assertThat(world.cluster.count("delete Pod")).isEqualTo(1);
  }

  @Test
  void admissionPoliciesThatWentAfterThePlanKeepThePodHeld() {
    world.releaseCheck =
        pass -> {
          world.unguarded =
              Optional.of("ValidatingAdmissionPolicy glovebox-objects does not exist");
          return new Progress.Proceed();
        };
    world.pass();
    assertThat(world.cluster.count("release Pod")).isZero();

    world.releaseCheck = pass -> new Progress.Proceed();
    world.unguarded = Optional.empty();
    world.pass();
    assertThat(world.cluster.count("release Pod")).isEqualTo(1);
  }

  /** A webhook that takes the gate away; the kubelet has the pod before the operator looks. */
  private void letGo(Consumer<ObjectNode> more) {
    world.cluster.webhook(
        onPods(
            pod -> {
              ((ObjectNode) pod.get("spec")).remove("schedulingGates");
              ((ObjectNode) pod.get("spec")).put("nodeName", Samples.NODE.name());
              more.accept(pod);
            }));
  }

  private static java.util.function.UnaryOperator<ObjectNode> onPods(Consumer<ObjectNode> change) {
    return object -> {
      if (object.path("kind").asText().equals("Pod")) {
        change.accept(object);
      }
      return object;
    };
  }

  private Step changedByTheRelease() {
    return pass -> {
      world.cluster.webhook(
          onPods(pod -> ((ObjectNode) pod.at("/spec/containers/0")).put("image", "other")));
      return new Progress.Proceed();
    };
  }

  private void diesAfter(int writes) {
    world.cluster.killAfter(writes);
    try {
      world.pass();
      throw new AssertionError("it did not die");
    } catch (FakeCluster.Killed dead) {
      world.cluster.neverKill();
      world.cluster.webhook(object -> object);
    }
    assertThat(world.kubelet.pod().at("/spec/schedulingGates").isMissingNode()).isTrue();
    assertThat(
            world
                .cluster
                .raw(ObjectKind.POD, Samples.OBJECT)
                .at("/metadata/annotations")
                .has(Names.HELD_POD_ANNOTATION))
        .isTrue();
  }
}
