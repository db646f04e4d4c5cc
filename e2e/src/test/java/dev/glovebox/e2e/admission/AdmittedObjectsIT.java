package dev.glovebox.e2e.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.Event;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A webhook of somebody else's changes what the operator makes, in every way that would take
 * isolation away. All tasks are made at once; each test waits for one.
 *
 * <p>That nothing of a task ran is the kubelet's word: it writes an event when it starts a
 * container, and events stay when the pod is gone.
 */
@OnCluster
@Tag("local-node")
class AdmittedObjectsIT {
  private static final String UNTOUCHED = "untouched";
  private static final String NODE_NAME_ALONE = "node-name-alone";
  private static final String SMALL = "resources: {cpu: 100m, memory: 64Mi}\n";

  private static Workplace workplace;
  private static MutatingWebhook webhook;

  @BeforeAll
  static void makeAllTasks(Cluster cluster) throws Exception {
    workplace = Workplace.open(cluster, "admitted");
    String image = workplace.busybox();
    String node = cluster.client().nodes().list().getItems().getFirst().getMetadata().getName();
    webhook = MutatingWebhook.over(workplace, request -> answer(request, image, node));
    workplace.script(UNTOUCHED, "echo ran", SMALL + "workspace: {size: 16Mi}");
    workplace.script(NODE_NAME_ALONE, "echo ran", SMALL + "workspace: {type: None}");
    for (Mutation mutation : Mutation.values()) {
      workplace.script(
          mutation.task(), "echo ran; sleep 60", SMALL + "workspace: " + mutation.workspace());
    }
  }

  @AfterAll
  static void close() {
    webhook.close();
    workplace.close();
  }

  private static Optional<String> answer(
      MutatingWebhook.Request request, String image, String node) {
    if (isOf(NODE_NAME_ALONE, request.name())) {
      return request.kind().equals("Pod")
          ? Optional.of(
              "[{\"op\":\"add\",\"path\":\"/spec/nodeName\",\"value\":\"%s\"}]".formatted(node))
          : Optional.empty();
    }
    return Arrays.stream(Mutation.values())
        .filter(mutation -> isOf(mutation.task(), request.name()))
        .findFirst()
        .flatMap(mutation -> mutation.patch(request, image, node));
  }

  /** Objects are named gbx-TASK-UID, the UID's first eight characters. */
  private static boolean isOf(String task, String object) {
    return object.matches("gbx-" + task + "-[0-9a-f]{8}");
  }

  @Test
  void aTaskWhoseObjectsTheWebhookSeesAndLeavesAloneSucceeds() {
    SandboxTask task = workplace.finished(UNTOUCHED);

    assertThat(end(task)).as("%s", task.getStatus()).isEqualTo("Succeeded/");
    // Policy, pod, claim, and the release.
    assertThat(webhook.asked(objectName(task))).isGreaterThanOrEqualTo(4);
    assertThat(webhook.patched(objectName(task))).isZero();
    assertThat(startedContainers(task)).contains("probe", "task");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING_BEFORE_THE_TASK")
  void aTaskWhoseObjectIsChangedIsRefusedAndNothingOfItRan(Mutation mutation) {
    SandboxTask task = workplace.finished(mutation.task());

    assertThat(webhook.patched(objectName(task))).as("the webhook did change it").isPositive();
    assertThat(end(task)).as("%s", task.getStatus()).isEqualTo("Refused/AdmissionMutated");
    assertThat(task.getStatus().message()).contains(mutation.named());
    assertThat(startedContainers(task)).doesNotContain("task", "sidecar", "early", "late");
    assertThat(pod(task)).as("the pod of a refused task").isEmpty();
  }

  @Test
  void aTaskThatAWebhookStartedPastEverythingIsSaidToHaveRun() {
    SandboxTask task = workplace.finished(Mutation.NOTHING_BEFORE_THE_TASK.task());

    assertThat(webhook.patched(objectName(task))).isPositive();
    // The control of the others: a start is seen in the same way.
    assertThat(startedContainers(task)).contains("task");
    assertThat(end(task)).as("%s", task.getStatus()).isEqualTo("Failed/IsolationLost");
    assertThat(task.getStatus().message())
        .contains(Mutation.NOTHING_BEFORE_THE_TASK.named())
        .contains("spec.schedulingGates");
  }

  @Test
  void aNodeNameBesideTheGateIsRefusedByTheApiServerItself() {
    SandboxTask task = workplace.finished(NODE_NAME_ALONE);

    assertThat(webhook.patched(objectName(task))).isPositive();
    assertThat(end(task)).as("%s", task.getStatus()).isEqualTo("Refused/PodRejected");
    assertThat(task.getStatus().message()).contains("spec.nodeName");
    assertThat(startedContainers(task)).isEmpty();
  }

  private static String end(SandboxTask task) {
    return task.getStatus().phase() + "/" + task.getStatus().reason();
  }

  private static String objectName(SandboxTask task) {
    return "gbx-%s-%s"
        .formatted(task.getMetadata().getName(), task.getMetadata().getUid().substring(0, 8));
  }

  private static Optional<?> pod(SandboxTask task) {
    return Optional.ofNullable(
        workplace
            .cluster()
            .client()
            .pods()
            .inNamespace(workplace.namespace())
            .withName(objectName(task))
            .get());
  }

  /** Names of the containers of a task's pod that the kubelet said it started. */
  private static List<String> startedContainers(SandboxTask task) {
    Map<String, String> started = new HashMap<>();
    for (Event event :
        workplace
            .cluster()
            .client()
            .v1()
            .events()
            .inNamespace(workplace.namespace())
            .list()
            .getItems()) {
      String field = event.getInvolvedObject().getFieldPath();
      if (objectName(task).equals(event.getInvolvedObject().getName())
          && "Started".equals(event.getReason())
          && field != null) {
        started.put(field.replaceAll(".*\\{(.*)}", "$1"), event.getMessage());
      }
    }
    return List.copyOf(started.keySet());
  }
}
