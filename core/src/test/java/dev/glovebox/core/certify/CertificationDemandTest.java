package dev.glovebox.core.certify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Facts;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CertificationDemandTest {
  private static final SandboxPolicy POLICY = policy("default", "");
  private static final List<Facts.NodeFacts> TWO =
      List.of(TestNodes.node("node-1"), TestNodes.node("node-2"));

  private final TestNodes nodes = new TestNodes();

  private static SandboxPolicy policy(String name, String more) {
    return Serialization.unmarshal(
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: SandboxPolicy
        metadata: {name: %s}
        spec:
          namespaces: {matchLabels: {}}
          runtimes:
          - {runtimeClassName: gvisor, kind: GVisor, handlers: [runsc]}
          - {runtimeClassName: other, kind: GVisor, handlers: [runsc]}
        %s
        """
            .formatted(name, more.indent(2)),
        SandboxPolicy.class);
  }

  private static SandboxTask task(String spec, String status) {
    return Serialization.unmarshal(
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: SandboxTask
        metadata: {name: t, namespace: agents}
        spec: {image: x, %s}
        status: {%s}
        """
            .formatted(spec, status),
        SandboxTask.class);
  }

  private List<CertificationDemand> demand(List<SandboxTask> tasks, SandboxPolicy... all) {
    Facts facts = nodes.facts(TWO);
    return CertificationDemand.of(
        tasks, task -> POLICY, all.length == 0 ? List.of(POLICY) : List.of(all), facts);
  }

  @Test
  void withoutATaskNothingIsWanted() {
    assertThat(demand(List.of())).isEmpty();
    assertThat(
            CertificationDemand.of(
                List.of(task("command: [a]", "")), task -> null, List.of(POLICY), nodes.facts(TWO)))
        .as("of a task under no policy")
        .isEmpty();
  }

  @Test
  void tasksOfAClassAreCountedTogetherAndTheNodesOfThoseThatRunAreLive() {
    String running = "nodeName: node-2, effective: {runtimeClassName: gvisor}";
    assertThat(
            demand(
                List.of(
                    task("command: [a]", ""),
                    task("runtimes: [gvisor]", running),
                    task("runtimes: [gvisor]", ""))))
        .singleElement()
        .satisfies(
            demand -> {
              assertThat(demand.activeTasks()).isEqualTo(3);
              assertThat(demand.usable()).extracting(Facts.NodeFacts::name).hasSize(2);
              assertThat(demand.live()).containsExactly("node-2");
            });
  }

  @Test
  void aTasksSecondChoiceIsWantedOnlyWhenEveryNodeOfTheFirstIsOut() {
    List<SandboxTask> tasks = List.of(task("runtimes: [gvisor, other]", ""));
    Map<String, Facts.RuntimeClassFacts> both =
        Map.of(
            "gvisor",
            TestNodes.GVISOR,
            "other",
            new Facts.RuntimeClassFacts("other", "rc-2", "runsc", Map.of(), Map.of(), List.of()));
    nodes.runtimeClasses = both;
    nodes.verdict("node-1", "SharedKernel", Duration.ZERO);
    assertThat(demand(tasks)).extracting(d -> d.runtimeClass().name()).containsExactly("gvisor");
    nodes.verdict("node-2", Certification.NOT_ENFORCED, Duration.ZERO);
    assertThat(demand(tasks))
        .extracting(d -> d.runtimeClass().name())
        .containsExactly("gvisor", "other");
  }

  @Test
  void whatAnyPolicyOfTheClassToleratesIsTolerated() {
    SandboxPolicy tolerant =
        policy("tolerant", "pods: {tolerations: [{key: sandbox, operator: Exists}]}");
    assertThat(demand(List.of(task("command: [a]", "")), POLICY, tolerant).getFirst().tolerations())
        .singleElement()
        .satisfies(toleration -> assertThat(toleration.getKey()).isEqualTo("sandbox"));
  }
}
