package dev.glovebox.core.verify;

import static dev.glovebox.core.verify.AdmittedFiles.json;
import static dev.glovebox.core.verify.AdmittedFiles.read;
import static dev.glovebox.core.verify.AdmittedObject.Stage.RELEASED;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.render.PlanCases;
import dev.glovebox.core.render.Rendered;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HeldPodTest {
  private static final String RECORD = HeldPod.record(read("minimal/admitted-Pod.json"));

  @Test
  void aPodThatWasReleasedAndBoundAndToldToEndIsTheOneThatWasHeld() {
    var pod = bound();
    assertThat(pod.at("/spec/nodeName").asText()).as("it is bound").isNotEmpty();
    ((ObjectNode) pod.get("spec")).put("activeDeadlineSeconds", 1);
    assertThat(HeldPod.changes(pod)).isEmpty();
  }

  @Test
  void whatTheNetworkAndTheBindingReportIsNoChange() {
    var pod = bound();
    pod.withObject("/metadata/annotations")
        .put("cni.projectcalico.org/podIP", "10.0.0.7/32")
        .put("example.com/note", "nobody obeys this");
    pod.withObject("/metadata/labels").put("topology.kubernetes.io/zone", "a");
    assertThat(HeldPod.changes(pod)).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.glovebox.core.verify.PodMutations#all")
  void eachChangeThatCanTakeIsolationAwayIsNamed(
      String change, Consumer<ObjectNode> mutation, String path) {
    var pod = bound();
    mutation.accept(pod);
    if (path.startsWith("metadata.ownerReferences")
        || path.startsWith("metadata.finalizers")
        || path.equals("spec.nodeName")) {
      // An orphaning deletion takes the owner off, and a node is what the proof is held against.
      assertThat(HeldPod.changes(pod)).isEmpty();
      return;
    }
    assertThat(HeldPod.changes(pod)).hasSize(1).allMatch(path::startsWith);
  }

  @Test
  void aGateThatIsBackIsAChange() {
    var pod = bound();
    ((ObjectNode) pod.get("spec")).set("schedulingGates", json("[{\"name\":\"a/b\"}]"));
    assertThat(HeldPod.changes(pod)).containsExactly("spec.schedulingGates");
  }

  @Test
  void aRecordThatIsMissingOrCutIsAChange() {
    var pod = bound();
    pod.withObject("/metadata/annotations").remove(Names.HELD_POD_ANNOTATION);
    assertThat(HeldPod.changes(pod)).isNotEmpty();
    pod.withObject("/metadata/annotations").put(Names.HELD_POD_ANNOTATION, "");
    assertThat(HeldPod.changes(pod)).isNotEmpty();
    pod.withObject("/metadata/annotations")
        .put(Names.HELD_POD_ANNOTATION, RECORD.substring(0, RECORD.length() / 2));
    assertThat(HeldPod.changes(pod)).isNotEmpty();
  }

  @Test
  void theAnswerToTheReleaseMustCarryTheRecordThatWasSent() {
    var planned = Rendered.of(PlanCases.minimal().build()).pod();
    var answer = read("minimal/released-Pod.json");
    answer.withObject("/metadata/annotations").put(Names.HELD_POD_ANNOTATION, RECORD);
    assertThat(AdmittedObject.released(planned, RECORD, answer)).isEmpty();
    assertThat(AdmittedObject.differences(planned, answer, RELEASED)).isEmpty();

    answer.withObject("/metadata/annotations").put(Names.HELD_POD_ANNOTATION, "spec.volumes:00");
    assertThat(AdmittedObject.released(planned, RECORD, answer))
        .extracting(AdmittedObject.Difference::path)
        .containsExactly("metadata.annotations[glovebox.dev/held-pod]");
  }

  /** A pod that carries its record and is on a node. */
  private static ObjectNode bound() {
    var pod = read("minimal/bound-Pod.json");
    pod.withObject("/metadata/annotations").put(Names.HELD_POD_ANNOTATION, RECORD);
    return pod;
  }
}
