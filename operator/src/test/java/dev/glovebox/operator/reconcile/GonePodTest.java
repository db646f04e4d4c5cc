package dev.glovebox.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.core.plan.Names;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import org.junit.jupiter.api.Test;

/** What is known of a pod when its object is gone. */
class GonePodTest {
  private final SeenPods pods = new SeenPods();

  private static Pod pod(String uid, String phase) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace("n")
        .withName("p")
        .withUid(uid)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName(Names.TASK_CONTAINER)
        .endContainer()
        .endSpec()
        .withNewStatus()
        .withPhase(phase)
        .addNewContainerStatus()
        .withName(Names.TASK_CONTAINER)
        .withNewState()
        .withNewTerminated()
        .withExitCode(7)
        .withMessage("bye")
        .endTerminated()
        .endState()
        .endContainerStatus()
        .endStatus()
        .build();
  }

  @Test
  void aPodThatEndedIsRememberedWhenItIsGoneAndOneThatWasNotSeenToEndIsNot() {
    pods.put("n/p", pod("ended", "Failed"));
    assertThat(pods.gone("ended")).as("it is there").isEmpty();
    pods.remove("n/p");
    pods.put("n/p", pod("ran", "Running"));
    pods.remove("n/p");

    assertThat(pods.gone("ran")).isEmpty();
    assertThat(pods.gone("ended"))
        .get()
        .satisfies(
            pod ->
                assertThat(
                        pod.getStatus()
                            .getContainerStatuses()
                            .getFirst()
                            .getState()
                            .getTerminated()
                            .getExitCode())
                    .isEqualTo(7));
  }

  @Test
  void toRemoveWhatWasNeverSeenIsNothing() {
    assertThat(pods.remove("n/never")).isNull();
  }
}
