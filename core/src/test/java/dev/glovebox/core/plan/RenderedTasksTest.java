package dev.glovebox.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.NetworkMode;
import dev.glovebox.api.v1alpha1.Risk;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import dev.glovebox.core.render.ObjectJson;
import dev.glovebox.core.render.PodInvariants;
import dev.glovebox.core.render.Rendered;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;

/** Attack A42: whatever task under whatever policy, the pod that comes of it is a sandbox. */
class RenderedTasksTest {

  @Provide
  Arbitrary<SandboxTaskSpec> specs() {
    return AnySpec.specs();
  }

  /** Policies that the CRD lets through: each part as wide or as narrow as it may be. */
  @Provide
  Arbitrary<SandboxPolicy> policies() {
    return Combinators.combine(
            subset(Risk.values()),
            subset(NetworkMode.values()),
            subset(WorkspaceType.values()),
            Arbitraries.of("[]", "[203.0.113.0/24]", "[0.0.0.0/0, '::/0']"),
            Arbitraries.frequency(
                Tuple.of(4, "{serviceAccountName: default}"),
                Tuple.of(
                    4,
                    "{serviceAccountName: default, priorityClassName: batch, nodeSelector: {},"
                        + " tolerations: [{operator: Exists}], labels: {team: blue}, copyLabels: [owner]}"),
                Tuple.of(1, "{serviceAccountName: default, labels: {glovebox.dev/task-uid: x}}"),
                Tuple.of(1, "{serviceAccountName: default, labels: {io.katacontainers.x: y}}"),
                Tuple.of(1, "{serviceAccountName: default, copyLabels: [glovebox.dev/task-uid]}")),
            Arbitraries.of("[]", "[NodeReachable]"))
        .as(
            (risks, modes, types, cidrs, pods, reportOnly) ->
                TestObjects.policyWith(
                    "dangerouslyAllow: " + risks,
                    "network: {modes: %s, allowedCidrs: %s, blockedCidrs: []}"
                        .formatted(modes, cidrs),
                    ("workspace: {types: %s, maxSize: 10Gi, storageClassNames: [standard],"
                            + " accessMode: ReadWriteOncePod}")
                        .formatted(types),
                    "pods: " + pods,
                    "reportOnly: " + reportOnly));
  }

  private static Arbitrary<String> subset(Enum<?>... values) {
    Arbitrary<List<Enum<?>>> some =
        Arbitraries.of(List.of(values)).list().uniqueElements().ofMinSize(1);
    // Mostly all of them: or nearly every task would be refused.
    return Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.just(List.of(values))), Tuple.of(1, some))
        .map(list -> list.stream().map(Enum::name).collect(Collectors.joining(", ", "[", "]")));
  }

  @Property(tries = 2000, edgeCases = EdgeCasesMode.NONE)
  void whateverIsPlannedIsRenderedAsASandbox(
      @ForAll("specs") SandboxTaskSpec spec, @ForAll("policies") SandboxPolicy policy) {
    SandboxTask task = TestObjects.task("command: [x]");
    task.getMetadata().setLabels(Map.of("owner", "a", "glovebox.dev/task-uid", "another"));
    task.setSpec(spec);
    Decision decision = Planner.plan(task, policy, new TestCluster().facts());
    if (decision instanceof Plan plan) {
      var rendered = Rendered.of(plan);
      assertThat(
              PodInvariants.violations(
                  ObjectJson.of(rendered.pod()), plan.spec().dangerouslyAllow()))
          .isEmpty();
      assertThat(policy.getSpec().dangerouslyAllow()).containsAll(plan.spec().dangerouslyAllow());
      isolates(rendered.networkPolicy(), plan);
      rendered
          .claim()
          .ifPresent(
              claim -> {
                assertThat(claim.getMetadata().getName()).isEqualTo(plan.objectName());
                assertThat(claim.getSpec().getVolumeMode()).isEqualTo("Filesystem");
                assertThat(claim.getSpec().getDataSource()).isNull();
                assertThat(claim.getSpec().getVolumeName()).isNull();
              });
    }
    Statistics.label("decision").collect(decision.getClass().getSimpleName());
    Statistics.label("decision")
        .coverage(coverage -> coverage.check("Plan").count(count -> count > 50));
  }

  private static void isolates(NetworkPolicy policy, Plan plan) {
    assertThat(policy.getSpec().getPolicyTypes()).containsExactlyInAnyOrder("Ingress", "Egress");
    assertThat(policy.getSpec().getIngress()).isEmpty();
    assertThat(policy.getSpec().getPodSelector().getMatchExpressions()).isEmpty();
    assertThat(policy.getSpec().getPodSelector().getMatchLabels())
        .isEqualTo(Map.of("glovebox.dev/task-uid", plan.taskUid()));
    assertThat(policy.getSpec().getEgress())
        .allSatisfy(
            rule -> {
              assertThat(rule.getPorts()).isNotEmpty();
              assertThat(rule.getTo()).hasSize(1);
              assertThat(rule.getTo().getFirst().getIpBlock()).isNotNull();
              assertThat(rule.getTo().getFirst().getPodSelector()).isNull();
              assertThat(rule.getTo().getFirst().getNamespaceSelector()).isNull();
            });
    if (plan.spec().network().mode() == NetworkMode.None) {
      assertThat(policy.getSpec().getEgress()).isEmpty();
    }
  }
}
