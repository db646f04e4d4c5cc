package dev.glovebox.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.cli.inspect.PodState.Verdict;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.core.verify.HeldPod;
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
    assertThat(of(null, new Lookup.Unreadable<>("forbidden")).nothing()).isFalse();
    assertThat(of(null, new Lookup.Found<>(List.of())).nothing()).isTrue();
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

  @Test
  void oneScreenIsEnough() {
    assertThat(InspectionText.lines(withPod(pod()), Instant.EPOCH)).hasSizeLessThan(45);
  }
}
