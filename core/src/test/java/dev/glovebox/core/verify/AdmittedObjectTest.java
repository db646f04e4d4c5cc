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
import dev.glovebox.core.render.Renderer;
import dev.glovebox.core.verify.AdmittedObject.Difference;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
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
  @MethodSource("mutationsOfAPod")
  void eachChangeOfAPodIsNamedBeforeAndAfterTheRelease(
      String change, Consumer<ObjectNode> mutation, String path) {
    var held = read(HELD_POD);
    mutation.accept(held);
    assertThat(pod(held, HELD)).extracting(Difference::path).containsExactly(path);
    var released = read(RELEASED_POD);
    mutation.accept(released);
    assertThat(pod(released, RELEASED)).extracting(Difference::path).containsExactly(path);
  }

  static List<Arguments> mutationsOfAPod() {
    return List.of(
        pod("sidecar", "containers", list -> list.add(container("sidecar")), "containers[sidecar]"),
        pod(
            "init container before ours",
            "initContainers",
            list -> list.insert(0, container("first")),
            "initContainers[first]"),
        pod(
            "init container after ours",
            "initContainers",
            list -> list.add(container("second")),
            "initContainers[second]"),
        pod("probe removed", "initContainers", ArrayNode::removeAll, "initContainers[probe]"),
        pod(
            "probe that restarts always",
            "initContainers",
            list -> first(list).put("restartPolicy", "Always"),
            "initContainers[probe].restartPolicy"),
        pod(
            "image of the probe",
            "initContainers",
            list -> first(list).put("image", "evil"),
            "initContainers[probe].image"),
        pod(
            "argument of the probe",
            "initContainers",
            list -> ((ArrayNode) first(list).get("args")).set(1, TextNode.valueOf("{}")),
            "initContainers[probe].args[1]"),
        pod(
            "image of the task",
            "containers",
            list -> first(list).put("image", "evil"),
            "containers[task].image"),
        pod(
            "environment variable",
            "containers",
            list ->
                ((ArrayNode) first(list).get("env")).add(json("{\"name\":\"A\",\"value\":\"b\"}")),
            "containers[task].env[A]"),
        pod(
            "value of an empty variable",
            "containers",
            list -> ((ObjectNode) first(list).get("env").get(1)).put("value", "10.96.0.1"),
            "containers[task].env[KUBERNETES_SERVICE_HOST].value"),
        pod(
            "variables from a secret",
            "containers",
            list -> first(list).set("envFrom", json("[{\"secretRef\":{\"name\":\"s\"}}]")),
            "containers[task].envFrom"),
        pod(
            "token volume",
            "volumes",
            list -> list.add(json("{\"name\":\"kube-api-access\",\"projected\":{}}")),
            "volumes[kube-api-access]"),
        pod(
            "mount of a token",
            "containers",
            list ->
                ((ArrayNode) first(list).get("volumeMounts"))
                    .add(
                        json(
                            "{\"name\":\"t\",\"mountPath\":\"/var/run/secrets/kubernetes.io/serviceaccount\"}")),
            "containers[task].volumeMounts[t]"),
        pod(
            "mount in another place",
            "containers",
            list -> ((ObjectNode) first(list).get("volumeMounts").get(0)).put("subPath", ".."),
            "containers[task].volumeMounts[workspace].subPath"),
        pod(
            "claim of another",
            "volumes",
            list -> ((ObjectNode) first(list).get("persistentVolumeClaim")).put("claimName", "x"),
            "volumes[workspace].persistentVolumeClaim.claimName"),
        pod(
            "toleration",
            "tolerations",
            list -> list.add(json("{\"operator\":\"Exists\"}")),
            "tolerations[2]"),
        field("token", "automountServiceAccountToken", "true"),
        field("host alias", "hostAliases", "[{\"ip\":\"1.2.3.4\",\"hostnames\":[\"a\"]}]"),
        field("runtime class", "runtimeClassName", "\"runc\""),
        field("runtime class removed", "runtimeClassName", "null"),
        field("host network", "hostNetwork", "true"),
        field("scheduler", "schedulerName", "\"mine\""),
        field("resolver", "dnsPolicy", "\"ClusterFirst\""),
        field("class of the system", "priorityClassName", "\"system-node-critical\""),
        field("priority of the system", "priority", "2000001000"),
        field("service account", "serviceAccountName", "\"admin\""),
        field("ephemeral container", "ephemeralContainers", "[{\"name\":\"d\",\"image\":\"i\"}]"),
        field("field that this program does not know", "restoreFrom", "{\"name\":\"x\"}"),
        Arguments.of(
            "annotation of a reserved prefix",
            mutation(pod -> metadata(pod, "annotations").put("dev.gvisor.flag.debug", "true")),
            "metadata.annotations[dev.gvisor.flag.debug]"),
        Arguments.of(
            "label that the policy selects by",
            mutation(pod -> metadata(pod, "labels").put("glovebox.dev/task-uid", "other")),
            "metadata.labels[glovebox.dev/task-uid]"),
        Arguments.of(
            "label that a Service selects by",
            mutation(pod -> metadata(pod, "labels").put("app", "web")),
            "metadata.labels.app"),
        Arguments.of(
            "hash of the plan",
            mutation(pod -> metadata(pod, "annotations").remove("glovebox.dev/plan-hash")),
            "metadata.annotations[glovebox.dev/plan-hash]"),
        Arguments.of(
            "finalizer",
            mutation(
                pod -> ((ObjectNode) pod.get("metadata")).set("finalizers", json("[\"a/b\"]"))),
            "metadata.finalizers"),
        Arguments.of(
            "owner",
            mutation(pod -> ((ObjectNode) pod.get("metadata")).remove("ownerReferences")),
            "metadata.ownerReferences"),
        Arguments.of(
            "seccomp off",
            mutation(
                pod ->
                    ((ObjectNode) pod.at("/spec/securityContext/seccompProfile"))
                        .put("type", "Unconfined")),
            "spec.securityContext.seccompProfile.type"),
        Arguments.of(
            "capability",
            mutation(
                pod ->
                    ((ObjectNode) pod.at("/spec/containers/0/securityContext/capabilities"))
                        .set("add", json("[\"NET_ADMIN\"]"))),
            "spec.containers[task].securityContext.capabilities.add"),
        Arguments.of(
            "more memory",
            mutation(
                pod ->
                    ((ObjectNode) pod.at("/spec/containers/0/resources/limits"))
                        .put("memory", "2Gi")),
            "spec.containers[task].resources.limits.memory"),
        Arguments.of(
            "device",
            mutation(
                pod ->
                    ((ObjectNode) pod.at("/spec/containers/0/resources/limits"))
                        .put("example.com/gpu", "1")),
            "spec.containers[task].resources.limits[example.com/gpu]"),
        Arguments.of(
            "node that was not planned",
            mutation(pod -> spec(pod).put("nodeName", "control-plane")),
            "spec.nodeName"));
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
    var planned = Renderer.pod(MINIMAL);
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
    var policy = Renderer.networkPolicy(MINIMAL);
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
    assertThat(AdmittedObject.differences(Renderer.networkPolicy(plan), admitted, HELD))
        .extracting(Difference::path)
        .containsExactly("spec.egress[0].to[0].ipBlock.except");
  }

  @Test
  void eachChangeOfAClaimIsNamed() {
    var claim = Renderer.claim(MINIMAL).orElseThrow();
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
    var claim = Renderer.claim(MINIMAL).orElseThrow();
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
    return Stream.concat(
        Stream.of(Renderer.pod(plan), Renderer.networkPolicy(plan)), Renderer.claim(plan).stream());
  }

  private static List<Difference> pod(ObjectNode admitted, AdmittedObject.Stage stage) {
    return AdmittedObject.differences(Renderer.pod(MINIMAL), admitted, stage);
  }

  private static Arguments pod(String name, String list, Consumer<ArrayNode> change, String path) {
    return Arguments.of(
        name, mutation(pod -> change.accept((ArrayNode) spec(pod).get(list))), "spec." + path);
  }

  private static Arguments field(String name, String field, String value) {
    return Arguments.of(name, mutation(pod -> spec(pod).set(field, json(value))), "spec." + field);
  }

  private static Consumer<ObjectNode> mutation(Consumer<ObjectNode> change) {
    return change;
  }

  private static ObjectNode spec(ObjectNode object) {
    return (ObjectNode) object.get("spec");
  }

  private static ObjectNode metadata(ObjectNode object, String map) {
    return (ObjectNode) object.get("metadata").get(map);
  }

  private static ObjectNode first(ArrayNode list) {
    return (ObjectNode) list.get(0);
  }

  private static ObjectNode container(String name) {
    return (ObjectNode) json("{\"name\":\"" + name + "\",\"image\":\"evil\"}");
  }
}
