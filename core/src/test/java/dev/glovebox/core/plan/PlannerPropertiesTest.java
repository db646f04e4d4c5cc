package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.TestObjects.policy;
import static dev.glovebox.core.plan.TestObjects.policyWith;
import static dev.glovebox.core.plan.TestObjects.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.Network;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskSpec;
import dev.glovebox.api.v1alpha1.WorkspaceType;
import dev.glovebox.core.net.BlockList;
import dev.glovebox.core.net.Cidr;
import dev.glovebox.core.reason.Reason.Outcome;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/** Whatever reaches the planner, it decides, and what it lets run keeps the rules. */
class PlannerPropertiesTest {

  private static final SandboxPolicy STRICT = policy();
  private static final SandboxPolicy LAX =
      policyWith(
          "dangerouslyAllow: [UnenforcedNetwork, RetainedWorkspace, ReservedMountPath, WritableRoot]");
  private static final ObjectMeta METADATA = task("command: [x]").getMetadata();
  private static final Facts FACTS = new TestCluster().facts();

  @Provide
  Arbitrary<SandboxTaskSpec> specs() {
    return AnySpec.specs();
  }

  private static Decision plan(SandboxTaskSpec spec, SandboxPolicy policy) {
    SandboxTask task = new SandboxTask();
    task.setMetadata(METADATA);
    task.setSpec(spec);
    return Planner.plan(task, policy, FACTS);
  }

  @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
  void everySpecIsPlannedOrRefusedAndNeverThrows(@ForAll("specs") SandboxTaskSpec spec) {
    Decision decision = plan(spec, STRICT);
    switch (decision) {
      case Refusal refusal -> {
        assertThat(refusal.reason().outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(refusal.message()).isNotBlank().hasSizeLessThan(2000);
        assertThat(refusal.message().codePoints()).noneMatch(Character::isISOControl);
      }
      case Plan plan -> assertSound(plan);
      case Waiting waiting -> throw new AssertionError("this cluster has nothing to wait for");
    }
    Statistics.collect(decision.getClass().getSimpleName());
    // Both kinds must occur, or the property says nothing.
    Statistics.coverage(
        coverage -> {
          coverage.check("Plan").count(count -> count > 10);
          coverage.check("Refusal").count(count -> count > 10);
        });
  }

  @Property(tries = 1000, edgeCases = EdgeCasesMode.NONE)
  void whatIsPlannedIsSoundUnderALaxPolicyToo(@ForAll("specs") SandboxTaskSpec spec) {
    if (plan(spec, LAX) instanceof Plan plan) {
      assertSound(plan);
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void planningWhatWasPlannedChangesNothing(@ForAll("specs") SandboxTaskSpec spec) {
    if (plan(spec, STRICT) instanceof Plan plan) {
      SandboxTaskSpec filled = plan.spec();
      // The empty resolver list stands for "none", which a user writes by leaving dns out.
      SandboxTaskSpec asUserWrites =
          filled.network().dns().servers().isEmpty() ? withoutDns(filled) : filled;
      assertThat(plan(asUserWrites, STRICT)).isEqualTo(plan);
    }
  }

  private static void assertSound(Plan plan) {
    SandboxTaskSpec spec = plan.spec();
    assertThat(spec.runAsUser()).isBetween(10000L, 59999L);
    assertThat(spec.image()).startsWith("registry.example.com/tools/").contains("@sha256:");
    assertThat(plan.runtime().runtimeClassName()).isEqualTo("gvisor");
    assertThat(plan.nodes()).isNotEmpty();
    assertThat(plan.targets()).anyMatch(ProbeTarget::certified);
    assertThat(spec.env())
        .allSatisfy(v -> assertThat(v.name()).isNotIn("PATH", "HOME", "LD_PRELOAD"));
    for (Egress rule : plan.egress()) {
      List<Cidr> except = rule.except().stream().map(Cidr::parse).toList();
      assertThat(Cidr.parse(rule.cidr()).minus(except))
          .allSatisfy(open -> assertThat(BlockList.builtIn().refusing(open)).isEmpty());
    }
    List<String> mounts = new ArrayList<>(List.of("/tmp", "/home/task", "/run", "/proc", "/dev"));
    if (spec.workspace().type() != WorkspaceType.None) {
      mounts.add(spec.workspace().mountPath());
    }
    spec.configMaps().forEach(mount -> mounts.add(mount.mountPath()));
    for (String one : mounts) {
      assertThat(mounts).filteredOn(other -> PathRules.collide(one, other)).containsExactly(one);
    }
  }

  private static SandboxTaskSpec withoutDns(SandboxTaskSpec spec) {
    var network = new Network(spec.network().mode(), spec.network().allow(), null);
    return new SandboxTaskSpec(
        spec.image(),
        spec.command(),
        spec.args(),
        spec.workingDir(),
        spec.env(),
        spec.secrets(),
        spec.configMaps(),
        spec.runtimes(),
        spec.runAsUser(),
        spec.resources(),
        spec.workspace(),
        network,
        spec.timeouts(),
        spec.terminationGracePeriodSeconds(),
        spec.ttlSecondsAfterFinished(),
        spec.desiredState(),
        spec.dangerouslyAllow());
  }
}
