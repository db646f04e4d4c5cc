package dev.glovebox.core.verify;

import static dev.glovebox.core.verify.AdmittedFiles.json;
import static dev.glovebox.core.verify.AdmittedFiles.read;
import static dev.glovebox.core.verify.AdmittedObject.Stage.HELD;
import static dev.glovebox.core.verify.AdmittedObject.Stage.RELEASED;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.glovebox.core.plan.Plan;
import dev.glovebox.core.render.PlanCases;
import dev.glovebox.core.render.Rendered;
import dev.glovebox.core.verify.AdmittedObject.Difference;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AdmittedObjectTest {
  private static final Plan MINIMAL = PlanCases.minimal().build();
  private static final String HELD_POD = "minimal/admitted-Pod.json";
  private static final String RELEASED_POD = "minimal/released-Pod.json";

  @TestFactory
  Stream<DynamicTest> whatTheApiServerMakesOfAnObjectIsNoDifference() {
    return PlanCases.all().entrySet().stream()
        .flatMap(
            entry ->
                objects(entry.getValue())
                    .map(
                        object -> {
                          var file = entry.getKey() + "/admitted-" + object.getKind() + ".json";
                          return DynamicTest.dynamicTest(
                              file,
                              () ->
                                  assertThat(AdmittedObject.differences(object, read(file), HELD))
                                      .isEmpty());
                        }));
  }

  @Test
  void aReleasedPodHasNoGateAndIsNoDifference() {
    assertThat(pod(read(RELEASED_POD), RELEASED)).isEmpty();
  }

  @Test
  void aPodBoundToAPlannedNodeIsNoDifference() {
    assertThat(pod(read("minimal/bound-Pod.json"), RELEASED)).isEmpty();
  }

  @Test
  void aDefaultPriorityClassAndALimitRangeAreNoDifference() {
    var admitted = read("minimal/defaulted-Pod.json");
    assertThat(admitted.at("/spec/priorityClassName").asText())
        .as("the cluster had a default class when this was recorded")
        .isEqualTo("everyone");
    assertThat(pod(admitted, HELD)).isEmpty();
  }

  @Test
  void aGateThatIsGoneBeforeTheReleaseIsADifference() {
    assertThat(pod(read(RELEASED_POD), HELD))
        .extracting(Difference::path)
        .contains("spec.schedulingGates");
  }

  @Test
  void aGateThatIsStillThereAfterTheReleaseIsADifference() {
    assertThat(pod(read(HELD_POD), RELEASED))
        .extracting(Difference::path)
        .containsExactly("spec.schedulingGates");
  }

  @Test
  void aDeadlineThatTheOperatorLoweredIsNoDifferenceAndALaterOneIs() {
    var lowered = read(RELEASED_POD);
    spec(lowered).put("activeDeadlineSeconds", 1);
    assertThat(pod(lowered, RELEASED)).isEmpty();
    spec(lowered).put("activeDeadlineSeconds", 100_000);
    assertThat(pod(lowered, RELEASED))
        .extracting(Difference::path)
        .containsExactly("spec.activeDeadlineSeconds");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.glovebox.core.verify.PodMutations#all")
  void eachChangeOfAPodIsNamedBeforeAndAfterTheRelease(
      String change, Consumer<ObjectNode> mutation, String path) {
    var held = read(HELD_POD);
    mutation.accept(held);
    assertThat(pod(held, HELD)).extracting(Difference::path).containsExactly(path);
    var released = read(RELEASED_POD);
    mutation.accept(released);
    assertThat(pod(released, RELEASED)).extracting(Difference::path).containsExactly(path);
  }

  @Test
  void aPlannedNodeGivenBeforeTheReleaseIsADifference() {
    var admitted = read(HELD_POD);
    spec(admitted).put("nodeName", "node-1");
    assertThat(pod(admitted, HELD)).extracting(Difference::path).containsExactly("spec.nodeName");
  }

  @Test
  void aStatusThatANewPodCannotHaveIsADifference() {
    var admitted = read(HELD_POD);
    ((ObjectNode) admitted.get("status")).put("phase", "Succeeded");
    assertThat(pod(admitted, HELD)).extracting(Difference::path).containsExactly("status");
  }

  @Test
  void theOrderOfInitContainersCounts() {
    var planned = Rendered.of(MINIMAL).pod();
    var more = planned.getSpec().getContainers().getFirst();
    planned
        .getSpec()
        .setInitContainers(List.of(planned.getSpec().getInitContainers().getFirst(), more));
    var admitted = read(HELD_POD);
    var init = (ArrayNode) admitted.at("/spec/initContainers");
    init.insert(0, admitted.at("/spec/containers/0"));
    assertThat(AdmittedObject.differences(planned, admitted, HELD))
        .containsExactly(
            new Difference(
                "spec.initContainers", "\"order probe, task\"", "\"order task, probe\""));
  }

  @Test
  void aVariableGivenTwiceIsADifference() {
    var admitted = read(HELD_POD);
    ((ArrayNode) admitted.at("/spec/containers/0/env"))
        .add(json("{\"name\":\"HOME\",\"value\":\"/elsewhere\"}"));
    assertThat(pod(admitted, HELD)).isNotEmpty();
  }

  @Test
  void eachChangeOfAPolicyIsNamed() {
    var policy = Rendered.of(MINIMAL).networkPolicy();
    var admitted = read("minimal/admitted-NetworkPolicy.json");
    spec(admitted).set("egress", json("[{}]"));
    assertThat(AdmittedObject.differences(policy, admitted, HELD))
        .containsExactly(new Difference("spec.egress", "absent", "[{}]"));
    admitted = read("minimal/admitted-NetworkPolicy.json");
    spec(admitted).set("podSelector", json("{}"));
    assertThat(AdmittedObject.differences(policy, admitted, HELD))
        .extracting(Difference::path)
        .containsExactly("spec.podSelector.matchLabels");
    admitted = read("minimal/admitted-NetworkPolicy.json");
    spec(admitted).set("policyTypes", json("[\"Ingress\"]"));
    assertThat(AdmittedObject.differences(policy, admitted, HELD))
        .extracting(Difference::path)
        .containsExactly("spec.policyTypes[1]");
  }

  @Test
  void aHoleInAPolicyThatIsGoneIsADifference() {
    var plan = PlanCases.all().get("internet");
    var admitted = read("internet/admitted-NetworkPolicy.json");
    ((ObjectNode) admitted.at("/spec/egress/0/to/0/ipBlock")).remove("except");
    assertThat(AdmittedObject.differences(Rendered.of(plan).networkPolicy(), admitted, HELD))
        .extracting(Difference::path)
        .containsExactly("spec.egress[0].to[0].ipBlock.except");
  }

  @Test
  void eachChangeOfAClaimIsNamed() {
    var claim = Rendered.of(MINIMAL).claim().orElseThrow();
    for (var change :
        List.of(
            "storageClassName:\"other\"",
            "volumeMode:\"Block\"",
            "accessModes[0]:\"x\"",
            "volumeName:\"pv-1\"",
            "dataSource:{\"kind\":\"PersistentVolumeClaim\",\"name\":\"x\"}")) {
      var admitted = read("minimal/admitted-PersistentVolumeClaim.json");
      var key = change.substring(0, change.indexOf(':'));
      var value = json(change.substring(change.indexOf(':') + 1));
      if (key.endsWith("[0]")) {
        ((ArrayNode) admitted.at("/spec/accessModes")).set(0, value);
      } else {
        spec(admitted).set(key, value);
      }
      assertThat(AdmittedObject.differences(claim, admitted, HELD))
          .extracting(Difference::path)
          .containsExactly("spec." + key);
    }
  }

  @Test
  void aBoundClaimIsNoDifferenceLaterOn() {
    var claim = Rendered.of(MINIMAL).claim().orElseThrow();
    var admitted = read("minimal/admitted-PersistentVolumeClaim.json");
    spec(admitted).put("volumeName", "pvc-1");
    metadata(admitted, "annotations")
        .put("pv.kubernetes.io/bind-completed", "yes")
        .put("pv.kubernetes.io/bound-by-controller", "yes")
        .put("volume.kubernetes.io/selected-node", "node-1")
        .put("volume.kubernetes.io/storage-provisioner", "example.com/none")
        .put("volume.beta.kubernetes.io/storage-provisioner", "example.com/none");
    admitted.set("status", json("{\"phase\":\"Bound\",\"capacity\":{\"storage\":\"1Gi\"}}"));
    assertThat(AdmittedObject.differences(claim, admitted, RELEASED)).isEmpty();
    metadata(admitted, "annotations").put("a/b", "c");
    assertThat(AdmittedObject.differences(claim, admitted, RELEASED))
        .extracting(Difference::path)
        .containsExactly("metadata.annotations[a/b]");
  }

  @Test
  void aDifferenceReadsAsASentenceAndStaysShort() {
    var difference = Difference.of("spec.x", TextNode.valueOf("a".repeat(300)), json("1"));
    assertThat(difference.toString()).startsWith("spec.x: planned \"aaa").endsWith("…, admitted 1");
    assertThat(difference.planned()).hasSize(201);
  }

  private static Stream<HasMetadata> objects(Plan plan) {
    var rendered = Rendered.of(plan);
    return Stream.concat(
        Stream.of(rendered.pod(), rendered.networkPolicy()), rendered.claim().stream());
  }

  private static List<Difference> pod(ObjectNode admitted, AdmittedObject.Stage stage) {
    return AdmittedObject.differences(Rendered.of(MINIMAL).pod(), admitted, stage);
  }

  private static ObjectNode spec(ObjectNode object) {
    return (ObjectNode) object.get("spec");
  }

  private static ObjectNode metadata(ObjectNode object, String map) {
    return (ObjectNode) object.get("metadata").get(map);
  }
}
