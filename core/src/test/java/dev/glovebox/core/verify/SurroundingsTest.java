package dev.glovebox.core.verify;

import static dev.glovebox.core.verify.AdmittedFiles.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.core.plan.Egress;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.render.ObjectJson;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SurroundingsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "minimal",
        "allowlist",
        "internet",
        "none",
        "ephemeral",
        "files",
        "kata",
        "many-nodes"
      })
  void whatTheModelKeepsOfAPodAndItsPolicyIsStillTheSame(String which) {
    Pod pod = MAPPER.convertValue(released(which), Pod.class);

    assertThat(HeldPod.changes(ObjectJson.of(pod))).isEmpty();
    assertThat(IsolationLoss.ofPolicy(pod, "p", Optional.of(policy(which, p -> {})))).isEmpty();
    assertThat(IsolationLoss.ofRuntimeClass(pod, Optional.of(runtimeClass("1", "runsc"))))
        .isEmpty();
  }

  @Test
  void anyOtherPolicyIsNot() {
    Pod pod = MAPPER.convertValue(released("allowlist"), Pod.class);
    List<Consumer<ObjectNode>> edits =
        List.of(
            p -> ((ObjectNode) p.get("metadata")).put("uid", "another"),
            p -> ((ObjectNode) p.get("metadata")).put("generation", 2),
            p -> ((ObjectNode) p.at("/spec/egress/0")).remove("ports"),
            p -> ((ObjectNode) p.get("spec")).remove("egress"),
            p -> ((ObjectNode) p.get("spec")).putArray("ingress").addObject(),
            p -> ((ObjectNode) p.at("/spec/podSelector/matchLabels")).put("a", "b"));
    for (var edit : edits) {
      assertThat(IsolationLoss.ofPolicy(pod, "p", Optional.of(policy("allowlist", edit))))
          .map(IsolationLoss::what)
          .contains(IsolationLoss.What.NetworkPolicyChanged);
    }
    assertThat(IsolationLoss.ofPolicy(pod, "p", Optional.empty()))
        .map(IsolationLoss::what)
        .contains(IsolationLoss.What.NetworkPolicyDeleted);
  }

  @Test
  void anyOtherRuntimeClassIsNot() {
    Pod pod = MAPPER.convertValue(released("minimal"), Pod.class);

    for (var other : List.of(runtimeClass("2", "runsc"), runtimeClass("1", "runc"))) {
      assertThat(IsolationLoss.ofRuntimeClass(pod, Optional.of(other))).isPresent();
    }
    assertThat(IsolationLoss.ofRuntimeClass(pod, Optional.empty())).isPresent();
  }

  @Test
  void aPodWithoutARecordProvesNothing() {
    var raw = released("minimal");
    raw.withObject("/metadata/annotations").remove(Names.HELD_POD_ANNOTATION);
    Pod pod = MAPPER.convertValue(raw, Pod.class);

    assertThat(IsolationLoss.ofPolicy(pod, "p", Optional.of(policy("minimal", p -> {}))))
        .isPresent();
  }

  @Test
  void theRulesOfThePolicyAreWhatWasGranted() {
    assertThat(IsolationLoss.granted(policy("minimal", p -> {}))).isEmpty();
    assertThat(IsolationLoss.granted(policy("allowlist", p -> {})))
        .isNotEmpty()
        .allMatch(rule -> !rule.ports().isEmpty());
    assertThat(IsolationLoss.granted(policy("internet", p -> {})))
        .map(Egress::except)
        .anyMatch(except -> !except.isEmpty());
  }

  private static ObjectNode released(String which) {
    ObjectNode pod = read(which + "/admitted-Pod.json");
    String record = Surroundings.record(pod, policy(which, p -> {}), runtimeClass("1", "runsc"));
    ((ObjectNode) pod.get("spec")).remove("schedulingGates");
    ((ObjectNode) pod.get("spec")).put("nodeName", "node-1");
    pod.withObject("/metadata/annotations").put(Names.HELD_POD_ANNOTATION, record);
    return pod;
  }

  private static NetworkPolicy policy(String which, Consumer<ObjectNode> edit) {
    ObjectNode policy = read(which + "/admitted-NetworkPolicy.json");
    edit.accept(policy);
    return MAPPER.convertValue(policy, NetworkPolicy.class);
  }

  private static Facts.RuntimeClassFacts runtimeClass(String uid, String handler) {
    return new Facts.RuntimeClassFacts("gvisor", uid, handler, Map.of(), Map.of(), List.of());
  }
}
