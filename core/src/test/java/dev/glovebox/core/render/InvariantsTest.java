package dev.glovebox.core.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Plan;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class InvariantsTest {

  @Test
  void everyGoldenPodKeepsTheInvariants() {
    PlanCases.all().forEach((name, plan) -> assertThat(violations(plan)).as(name).isEmpty());
  }

  @Property(tries = 150)
  void everyPodKeepsTheInvariantsWhateverThePlan(@ForAll("plans") Plan plan) {
    assertThat(violations(plan)).isEmpty();
  }

  @Property(tries = 50)
  void everyPolicySelectsItsPodAndGrantsExactlyThePlan(@ForAll("plans") Plan plan) {
    var policy = ObjectJson.of(Rendered.of(plan).networkPolicy());
    var spec = policy.get("spec");
    assertThat(policy.at("/metadata/ownerReferences").isMissingNode()).isTrue();
    assertThat(spec.get("policyTypes").toString()).isEqualTo("[\"Ingress\",\"Egress\"]");
    assertThat(spec.has("ingress")).isFalse();
    assertThat(spec.path("podSelector").toString())
        .isEqualTo(
            "{\"matchLabels\":{\"glovebox.dev/task-uid\":\"%s\"}}".formatted(plan.taskUid()));
    assertThat(spec.path("egress").size()).isEqualTo(plan.egress().size());
    for (int i = 0; i < plan.egress().size(); i++) {
      var rule = spec.path("egress").get(i);
      var granted = plan.egress().get(i);
      assertThat(rule.path("to")).hasSize(1);
      assertThat(rule.path("to").get(0)).hasSize(1); // ipBlock and no selector beside it
      assertThat(rule.at("/to/0/ipBlock/cidr").asText()).isEqualTo(granted.cidr());
      assertThat(rule.at("/to/0/ipBlock/except")).hasSize(granted.except().size());
      assertThat(rule.path("ports")).hasSize(granted.ports().size()).isNotEmpty();
    }
  }

  @Property(tries = 50)
  void theProbesArgumentOfAPodIsTheOneOfItsPlan(@ForAll("plans") Plan plan) {
    assertThat(ProbeArgument.of(Rendered.of(plan).pod())).isEqualTo(ProbeArgument.of(plan));
  }

  @Provide
  Arbitrary<Plan> plans() {
    return RandomPlans.any();
  }

  @Test
  void theCheckerFindsWhatItLooksFor() {
    var weaknesses =
        List.<Consumer<ObjectNode>>of(
            pod -> spec(pod).put("hostNetwork", true),
            pod -> spec(pod).put("automountServiceAccountToken", true),
            pod -> spec(pod).remove("runtimeClassName"),
            pod -> spec(pod).remove("schedulingGates"),
            pod -> ((ObjectNode) pod.at("/spec/securityContext")).put("runAsUser", 0),
            pod -> ((ObjectNode) pod.at("/spec/containers/0")).put("tty", true),
            pod ->
                ((ObjectNode) pod.at("/spec/containers/0/securityContext")).put("privileged", true),
            pod ->
                ((ObjectNode) pod.at("/spec/containers/0/securityContext"))
                    .put("readOnlyRootFilesystem", false),
            pod -> ((ObjectNode) pod.at("/spec/containers/0/resources/limits")).put("cpu", "9"),
            pod -> ((ArrayNode) pod.at("/spec/containers/0/env")).remove(1),
            pod ->
                ((ArrayNode) pod.at("/spec/volumes"))
                    .addObject()
                    .put("name", "x")
                    .putObject("hostPath")
                    .put("path", "/"),
            pod -> ((ObjectNode) pod.at("/spec/volumes/1/emptyDir")).remove("sizeLimit"),
            pod -> ((ObjectNode) pod.at("/metadata/annotations")).put("dev.gvisor.x", "y"),
            pod -> ((ObjectNode) pod.at("/metadata/labels")).put("io.katacontainers.x", "y"),
            pod -> spec(pod).put("terminationGracePeriodSeconds", 0),
            pod -> spec(pod).put("serviceAccount", "another"),
            pod -> ((ArrayNode) pod.at("/spec/initContainers/0/args")).set(0, "version"),
            pod -> variable(pod, "LD_PRELOAD", "/workspace/x.so"),
            pod -> variable(pod, "KUBERNETES_X", "y"),
            pod -> variable(pod, "X", "$(HOME)"),
            pod ->
                ((ObjectNode) pod.at("/spec/volumes/0/persistentVolumeClaim"))
                    .put("claimName", "gbx-another"),
            pod -> ((ObjectNode) pod.at("/spec/volumes/1/emptyDir")).remove("medium"),
            pod -> mount(pod, "/etc/x"),
            pod -> mount(pod, "/lib64"),
            pod -> mount(pod, "/"),
            pod -> mount(pod, "/workspace/x"),
            pod -> mount(pod, "/home"),
            pod -> mount(pod, "/a/../etc"),
            pod -> mount(pod, "relative"),
            pod -> ((ObjectNode) pod.at("/spec/containers/0")).put("workingDir", "/proc/self"));
    for (var weakness : weaknesses) {
      ObjectNode pod = ObjectJson.of(Rendered.of(PlanCases.minimal().build()).pod()).deepCopy();
      weakness.accept(pod);
      assertThat(PodInvariants.violations(pod, List.of())).isNotEmpty();
    }
  }

  @Test
  void aMountInTheImagesSystemIsAViolationUnlessThatRiskIsTaken() {
    ObjectNode pod = ObjectJson.of(Rendered.of(PlanCases.minimal().build()).pod()).deepCopy();
    assertThat(PodInvariants.violations(pod, List.of())).isEmpty();
    mount(pod, "/etc/x");
    assertThat(PodInvariants.violations(pod, List.of(Risk.ReservedMountPath))).isEmpty();
    assertThat(PodInvariants.violations(pod, List.of(Risk.WritableRoot))).isNotEmpty();
    mount(pod, "/proc/x");
    assertThat(PodInvariants.violations(pod, List.of(Risk.ReservedMountPath))).isNotEmpty();
  }

  private static void variable(JsonNode pod, String name, String value) {
    ((ArrayNode) pod.at("/spec/containers/0/env"))
        .addObject()
        .put("name", name)
        .put("value", value);
  }

  private static void mount(JsonNode pod, String path) {
    ((ArrayNode) pod.at("/spec/containers/0/volumeMounts"))
        .addObject()
        .put("name", "workspace")
        .put("mountPath", path);
  }

  @Test
  void aPlanWithoutNodesOrWithTooManyIsRefused() {
    var plan = PlanCases.minimal();
    plan.nodes = List.of();
    assertThatThrownBy(() -> Rendered.of(plan.build()).pod())
        .hasMessageContaining("1 to 500 nodes");
    plan.nodes = IntStream.range(0, 501).mapToObj(i -> PlanBuilder.node("n" + i)).toList();
    assertThatThrownBy(() -> Rendered.of(plan.build()).pod()).hasMessageContaining("has 501");
  }

  @Test
  void aNodeWhoseKernelIsNotKnownIsRefused() {
    var plan = PlanCases.minimal();
    var node = PlanBuilder.node("node-1");
    plan.nodes =
        List.of(
            new Facts.NodeFacts(
                node.name(),
                node.uid(),
                true,
                false,
                node.handlers(),
                node.kernelVersion(),
                "",
                node.containerRuntimeVersion(),
                node.kubeletVersion(),
                node.labels(),
                node.addresses()));
    assertThatThrownBy(() -> Rendered.of(plan.build()).pod())
        .hasMessageContaining("node-1 does not report its kernel and boot ID");
  }

  @Test
  void theHashTellsPlansApartAndSurvivesASecondLook() {
    var one = PlanHash.of(PlanCases.minimal().build());
    assertThat(one).matches("[0-9a-f]{64}").isEqualTo(PlanHash.of(PlanCases.minimal().build()));
    var hashes = PlanCases.all().values().stream().map(PlanHash::of).toList();
    assertThat(hashes).doesNotHaveDuplicates();
    var restarted = PlanCases.minimal();
    restarted.nodes = List.of(PlanBuilder.node("node-2"));
    assertThat(PlanHash.of(restarted.build())).isNotEqualTo(one);
  }

  private static List<String> violations(Plan plan) {
    return PodInvariants.violations(
        ObjectJson.of(Rendered.of(plan).pod()), plan.spec().dangerouslyAllow());
  }

  private static ObjectNode spec(JsonNode pod) {
    return (ObjectNode) pod.get("spec");
  }
}
