package dev.glovebox.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.inspect.PodState.Verdict;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.verify.HeldPod;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class InspectionTest {
  private static final String UID = "af04e85d-bab4-4146-b9dc-22a5a595e3ab";
  private static final String POD_UID = "2dce28a2-6c35-43df-9bd7-33158502a4e1";

  private final SandboxTask task =
      Serialization.unmarshal(
          """
          apiVersion: glovebox.dev/v1alpha1
          kind: SandboxTask
          metadata: {name: hello, namespace: demo, uid: %s, creationTimestamp: "2026-01-01T00:00:00Z"}
          spec: {image: x}
          status:
            phase: Running
            podUID: %s
            startTime: "2026-01-01T00:00:04.500Z"
            provedTime: "2026-01-01T00:00:09Z"
          """
              .formatted(UID, POD_UID),
          SandboxTask.class);

  private static ObjectNode pod() {
    try {
      var pod =
          (ObjectNode)
              new ObjectMapper()
                  .readTree(
                      """
                      {"metadata": {"name": "gbx-hello-af04e85d", "uid": "%s",
                        "creationTimestamp": "2026-01-01T00:00:01Z",
                        "labels": {"glovebox.dev/task-uid": "%s", "glovebox.dev/task": "hello"},
                        "annotations": {"glovebox.dev/plan-hash": "abc"}},
                       "spec": {"runtimeClassName": "gvisor", "hostNetwork": false}}"""
                          .formatted(POD_UID, UID));
      ((ObjectNode) pod.at("/metadata/annotations"))
          .put("glovebox.dev/held-pod", HeldPod.record(pod));
      return pod;
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private Inspection of(SandboxTask one, Lookup<List<JsonNode>> pods, NetworkPolicy... policies) {
    return Inspection.of(
        new TaskSeen(
            "hello",
            "demo",
            one,
            new Lookup.Found<>("strict"),
            pods,
            new Lookup.Found<>(List.of(policies)),
            new Lookup.Found<>(List.of()),
            new Lookup.Found<>(List.of()),
            new Lookup.Found<>(List.of()),
            new Lookup.Found<>(List.of())));
  }

  private Inspection withPod(JsonNode pod) {
    return of(task, new Lookup.Found<>(List.of(pod)));
  }

  @Test
  void aPodThatIsAsItWasComparedIsAsPlanned() {
    assertThat(withPod(pod()).pod().verdict()).isEqualTo(Verdict.AS_PLANNED);
  }

  @Test
  void aChangedFieldIsNamed() {
    ObjectNode pod = pod();
    ((ObjectNode) pod.path("spec")).put("hostNetwork", true);

    assertThat(withPod(pod).pod().verdict()).isEqualTo(Verdict.CHANGED);
    assertThat(withPod(pod).pod().changed()).containsExactly("spec.hostNetwork");
  }

  @Test
  void anotherPodOfThatNameIsNotTheReleasedOne() {
    ObjectNode pod = pod();
    ((ObjectNode) pod.path("metadata")).put("uid", "other");

    assertThat(withPod(pod).pod().verdict()).isEqualTo(Verdict.CHANGED);
    assertThat(withPod(pod).pod().say()).contains(POD_UID);
  }

  @Test
  void withoutARecordNothingIsSaidToBeFine() {
    ObjectNode pod = pod();
    ((ObjectNode) pod.at("/metadata/annotations")).remove("glovebox.dev/held-pod");
    assertThat(withPod(pod).pod().verdict()).isEqualTo(Verdict.UNKNOWN);

    ((ObjectNode) pod.path("spec"))
        .putArray("schedulingGates")
        .addObject()
        .put("name", "glovebox.dev/release");
    assertThat(withPod(pod).pod().verdict()).isEqualTo(Verdict.HELD);
  }

  @Test
  void whatCannotBeReadIsUnknownAndNotAbsent() {
    Inspection inspection = of(task, new Lookup.Unreadable<>("pods is forbidden"));

    assertThat(inspection.pod().verdict()).isEqualTo(Verdict.UNKNOWN);
    assertThat(inspection.unknown()).containsExactly("pods: pods is forbidden");
    Inspection nobody = of(null, new Lookup.Unreadable<>("forbidden"));
    assertThat(nobody.nothing()).isTrue();
    assertThat(nobody.unknown()).containsExactly("pods: forbidden");
    assertThat(of(null, new Lookup.Found<>(List.of(pod()))).nothing()).isFalse();
  }

  private Inspection with(SandboxTask one, List<JsonNode> pods, String group, Event... events) {
    return Inspection.of(
        new TaskSeen(
            "hello",
            "demo",
            one,
            new Lookup.Absent<>(),
            new Lookup.Found<>(pods),
            new Lookup.Found<>(List.of()),
            new Lookup.Found<>(List.of(group)),
            new Lookup.Found<>(List.of()),
            new Lookup.Found<>(List.of()),
            new Lookup.Found<>(List.of(events))));
  }

  @Test
  void policiesOfOtherKindsMatterOnlyWhereThereIsAPod() {
    assertThat(with(null, List.of(), "projectcalico.org").unknown()).isEmpty();
    assertThat(with(null, List.of(pod()), "projectcalico.org").unknown()).hasSize(1);
    assertThat(with(task, List.of(), "projectcalico.org").unknown()).hasSize(1);
  }

  private static Event event(String kind, String uid, String reason, String time) {
    return Serialization.unmarshal(
        """
        apiVersion: events.k8s.io/v1
        kind: Event
        metadata: {name: e, namespace: demo}
        regarding: {kind: %s, uid: %s, name: x}
        reason: %s
        note: Pod was active on the node longer than the specified deadline
        %s
        """
            .formatted(kind, uid, reason, time),
        Event.class);
  }

  @Test
  void theKubeletsDeadlineThatTheOperatorMadeIsToldFromTheTasksOwn() {
    ObjectNode pod = pod();
    Event kubelets =
        event(
            "Pod",
            POD_UID,
            "DeadlineExceeded",
            "deprecatedLastTimestamp: \"2026-01-01T00:01:00Z\"");
    Event operators =
        event("SandboxTask", UID, "Cancelled", "eventTime: \"2026-01-01T00:01:00.900000Z\"");
    task.setStatus(task("", "status: {phase: Failed, reason: Cancelled}").getStatus());

    ((ObjectNode) pod.path("spec")).put("activeDeadlineSeconds", 600);
    assertThat(with(task, List.of(pod), "none", operators, kubelets).events())
        .extracting(TaskEvent::message)
        .allMatch(one -> one.endsWith("specified deadline"));

    ((ObjectNode) pod.path("spec")).put("activeDeadlineSeconds", 1);
    List<TaskEvent> events = with(task, List.of(pod), "none", operators, kubelets).events();
    assertThat(events)
        .extracting(TaskEvent::reason)
        .containsExactly("DeadlineExceeded", "Cancelled");
    assertThat(events.getFirst().message())
        .endsWith("deadline (that is how the operator has a pod ended, here for Cancelled)");
  }

  @Test
  void theTimelineHasTheStepsThatWereTaken() {
    assertThat(withPod(pod()).timeline())
        .extracting(Moment::what, Moment::secondsSinceBefore)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("created", null),
            org.assertj.core.groups.Tuple.tuple("planned: pod made, held back", 1.0),
            org.assertj.core.groups.Tuple.tuple("released", 3.5),
            org.assertj.core.groups.Tuple.tuple("proved from inside", 4.5));
  }

  @Test
  void aPolicyOfOthersThatSelectsThePodIsToldFromTheTasksOwn() {
    NetworkPolicy own = policy("gbx-hello-af04e85d", "{glovebox.dev/task-uid: " + UID + "}", UID);
    NetworkPolicy all = policy("allow-all", "{}", "none");
    NetworkPolicy other = policy("elsewhere", "{app: web}", "none");

    assertThat(of(task, new Lookup.Found<>(List.of(pod())), own, all, other).policies())
        .containsExactly(
            "NetworkPolicy gbx-hello-af04e85d: the task's own",
            "NetworkPolicy allow-all: NOT the task's; policies add up");
  }

  private static NetworkPolicy policy(String name, String labels, String uid) {
    return Serialization.unmarshal(
        """
        apiVersion: networking.k8s.io/v1
        kind: NetworkPolicy
        metadata: {name: %s, namespace: demo, labels: {glovebox.dev/task-uid: %s}}
        spec: {podSelector: {matchLabels: %s}}
        """
            .formatted(name, uid, labels),
        NetworkPolicy.class);
  }

  @Test
  void whatIsLeftOfATaskThatIsGoneIsNamed() {
    Inspection gone = of(null, new Lookup.Found<>(List.of(pod())));

    assertThat(gone.objects()).containsExactly("Pod gbx-hello-af04e85d");
    assertThat(InspectionText.lines(gone, Instant.EPOCH))
        .contains("Left behind", "  Pod gbx-hello-af04e85d");
  }

  private static SandboxTask task(String metadata, String status) {
    return Serialization.unmarshal(
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: SandboxTask
        metadata: {name: hello, namespace: demo, uid: %s, creationTimestamp: "2026-01-01T00:00:00Z"%s}
        spec: {image: x}
        %s
        """
            .formatted(UID, metadata, status),
        SandboxTask.class);
  }

  private String text(SandboxTask one) {
    return String.join(
        "\n", InspectionText.lines(of(one, new Lookup.Found<>(List.of())), Instant.EPOCH));
  }

  @Test
  void ofATaskThatWasRefusedBeforeAPlanItSaysPolicyReasonAndWhatToDo() {
    String refused =
        text(
            task(
                "",
                """
                status:
                  phase: Refused
                  reason: PolicyViolation
                  message: "spec.image: x has no digest"
                  conditions:
                  - {type: Isolated, status: Unknown, reason: NotProved}
                  - {type: Hardened, status: Unknown, reason: NotYetPlanned}
                """));
    assertThat(refused)
        .startsWith("hello in demo: Refused, PolicyViolation\n  spec.image: x has no digest\n")
        .contains("refused before it was planned (SandboxPolicy in force there: strict)")
        .contains(
            "\nWhat to do\n  " + dev.glovebox.core.reason.Reason.PolicyViolation.advice() + "\n")
        .contains("kubectl glovebox explain PolicyViolation", "Pod\n  none was made")
        .doesNotContain("NotYetPlanned", "policy none");
  }

  @Test
  void ofATaskThatNobodyHasSeenItSaysWhereToLook() {
    assertThat(text(task("", "")))
        .startsWith("hello in demo: not seen by the operator yet\n")
        .contains("not planned (SandboxPolicy in force there: strict)", "kubectl glovebox doctor");
  }

  @Test
  void ofATaskThatIsBeingDestroyedItSaysWhatThatWaitsFor() {
    assertThat(
            text(
                task(
                    ", deletionTimestamp: \"2026-01-01T00:01:00Z\"",
                    """
                    status:
                      phase: Succeeded
                      policy: {name: default}
                      conditions:
                      - {type: Destroyed, status: "False", reason: TerminationUnconfirmed, message: the kubelet of node-1 is silent}
                    """)))
        .contains(
            "deleted at 2026-01-01T00:01:00Z, being destroyed: TerminationUnconfirmed: the kubelet of node-1 is silent");
  }

  @Test
  void ofATaskThatIsGoneItSaysWhetherAnythingIsLeft() {
    assertThat(text(null))
        .startsWith("hello in demo: there is no such task\n  it was deleted: nothing of it is left")
        .doesNotContain("What to do", "Policies that select");
    assertThat(
            String.join(
                "\n",
                InspectionText.lines(of(null, new Lookup.Found<>(List.of(pod()))), Instant.EPOCH)))
        .contains("it is gone, and objects of it are left", "orphans.graceSeconds");
    assertThat(
            String.join(
                "\n",
                InspectionText.lines(
                    of(null, new Lookup.Unreadable<>("forbidden")), Instant.EPOCH)))
        .contains("not all could be read");
  }

  @Test
  void oneScreenIsEnough() {
    assertThat(InspectionText.lines(withPod(pod()), Instant.EPOCH)).hasSizeLessThan(45);
  }
}
