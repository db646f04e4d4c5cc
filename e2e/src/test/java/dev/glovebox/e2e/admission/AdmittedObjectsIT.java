package dev.glovebox.e2e.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.reason.Reason;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import dev.glovebox.e2e.cluster.Workplace;
import dev.glovebox.e2e.reason.Endings;
import dev.glovebox.e2e.reason.Shows;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A webhook of somebody else's changes what the operator makes, in every way that would take
 * isolation away. There are two lines of defence: an admission policy on what the operator's
 * account makes, and the operator's comparison with its plan. In one namespace only the second is
 * left.
 *
 * <p>All tasks are made at once; each test waits for one. That nothing of a task ran is the
 * kubelet's word: it writes an event when it starts a container, and events stay when the pod is
 * gone.
 */
@OnCluster
@Tag("local-node")
class AdmittedObjectsIT {
  private static final String UNTOUCHED = "untouched";
  private static final String NODE_NAME_ALONE = "node-name-alone";
  private static final String SMALL = "resources: {cpu: 100m, memory: 64Mi}\n";

  private static Workplace guarded;
  private static Workplace spared;
  private static SparedNamespace weakened;
  private static Endings endings;
  private static MutatingWebhook guardedWebhook;
  private static MutatingWebhook webhook;

  @BeforeAll
  static void makeAllTasks(Cluster cluster) throws Exception {
    endings = Endings.from(cluster);
    guarded = Workplace.open(cluster, "guarded");
    spared = Workplace.open(cluster, "spared");
    weakened = SparedNamespace.of(spared);
    String image = spared.busybox();
    String node = cluster.client().nodes().list().getItems().getFirst().getMetadata().getName();
    guardedWebhook = MutatingWebhook.over(guarded, request -> answer(request, image, node));
    webhook = MutatingWebhook.over(spared, request -> answer(request, image, node));
    spared.script(UNTOUCHED, "echo ran", SMALL + "workspace: {size: 16Mi}");
    spared.script(NODE_NAME_ALONE, "echo ran", SMALL + "workspace: {type: None}");
    for (Mutation mutation : Mutation.values()) {
      make(spared, mutation);
      if (mutation.isDenied()) {
        make(guarded, mutation);
      }
    }
  }

  private static void make(Workplace workplace, Mutation mutation) {
    workplace.script(
        mutation.task(), "echo ran; sleep 60", SMALL + "workspace: " + mutation.workspace());
  }

  @AfterAll
  static void close() {
    weakened.close();
    webhook.close();
    guardedWebhook.close();
    spared.close();
    guarded.close();
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
    SandboxTask task = spared.finished(UNTOUCHED);

    assertThat(end(task)).as("%s", task.getStatus()).isEqualTo("Succeeded/");
    // Policy, pod, claim, and the release.
    assertThat(webhook.asked(objectName(task))).isGreaterThanOrEqualTo(4);
    assertThat(webhook.patched(objectName(task))).isZero();
    assertThat(startedContainers(spared, task)).contains("probe", "task");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING_BEFORE_THE_TASK")
  @Shows(Reason.AdmissionMutated)
  void theOperatorItselfFindsTheChangeAndNothingOfTheTaskRuns(Mutation mutation) {
    SandboxTask task = spared.finished(mutation.task());

    assertThat(webhook.patched(objectName(task))).as("the webhook did change it").isPositive();
    endings
        .of(spared, mutation.task())
        .is(Reason.AdmissionMutated)
        .asInTheExample()
        .saying(mutation.named());
    assertThat(task.getStatus().message()).doesNotContain("glovebox-deputy");
    assertThat(startedContainers(spared, task)).doesNotContain("task", "sidecar", "early", "late");
    assertThat(hasPod(spared, task)).as("the refused task has a pod").isFalse();
  }

  @ParameterizedTest
  @MethodSource("denied")
  void theAdmissionPolicyDeniesItBeforeThereIsAnObject(Mutation mutation) {
    SandboxTask task = guarded.finished(mutation.task());

    assertThat(guardedWebhook.patched(objectName(task))).isPositive();
    assertThat(end(task)).as("%s", task.getStatus()).isEqualTo("Refused/AdmissionMutated");
    assertThat(task.getStatus().message()).contains("glovebox-deputy");
    assertThat(startedContainers(guarded, task)).isEmpty();
    assertThat(hasPod(guarded, task)).as("the refused task has a pod").isFalse();
  }

  static Stream<Mutation> denied() {
    return Arrays.stream(Mutation.values()).filter(Mutation::isDenied);
  }

  @Test
  void aTaskThatAWebhookStartedPastBothIsNeverSaidToBeRefused() {
    SandboxTask task = spared.finished(Mutation.NOTHING_BEFORE_THE_TASK.task());

    assertThat(webhook.patched(objectName(task))).isPositive();
    // Who is first, the deletion or the start, is not known; that a start is seen shows the
    // control.
    assertThat(end(task))
        .as("%s", task.getStatus())
        .isIn(
            startedContainers(spared, task).contains("task")
                ? Set.of("Failed/IsolationLost")
                : Set.of("Failed/IsolationLost", "Refused/AdmissionMutated"));
    assertThat(task.getStatus().message())
        .contains(Mutation.NOTHING_BEFORE_THE_TASK.named())
        .contains("spec.schedulingGates");
  }

  @Test
  void aNodeNameBesideTheGateIsRefusedByTheApiServerItself() {
    SandboxTask task = spared.finished(NODE_NAME_ALONE);

    assertThat(webhook.patched(objectName(task))).isPositive();
    assertThat(end(task)).as("%s", task.getStatus()).isEqualTo("Refused/PodRejected");
    assertThat(task.getStatus().message()).contains("spec.nodeName");
    assertThat(startedContainers(spared, task)).isEmpty();
  }

  private static String end(SandboxTask task) {
    return task.getStatus().phase() + "/" + task.getStatus().reason();
  }

  private static String objectName(SandboxTask task) {
    return "gbx-%s-%s"
        .formatted(task.getMetadata().getName(), task.getMetadata().getUid().substring(0, 8));
  }

  private static boolean hasPod(Workplace workplace, SandboxTask task) {
    var pods = workplace.cluster().client().pods().inNamespace(workplace.namespace());
    return pods.withName(objectName(task)).get() != null;
  }

  /** Names of the containers of a task's pod that the kubelet said it started. */
  private static Set<String> startedContainers(Workplace workplace, SandboxTask task) {
    var events = workplace.cluster().client().v1().events().inNamespace(workplace.namespace());
    return events.list().getItems().stream()
        .filter(event -> "Started".equals(event.getReason()))
        .map(event -> event.getInvolvedObject())
        .filter(pod -> objectName(task).equals(pod.getName()) && pod.getFieldPath() != null)
        // As in spec.containers{task}
        .map(pod -> pod.getFieldPath().replaceAll(".*\\{(.*)}", "$1"))
        .collect(Collectors.toSet());
  }
}
