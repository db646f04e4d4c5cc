package dev.glovebox.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Lookup;
import dev.glovebox.operator.facts.PlanBasis;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Certification hears of the tasks that its verdicts keep from running. */
class PlanStepTest {
  private static final Instant NOW = Instant.parse(Samples.CREATED);

  private final FakeView view = new FakeView(new FakeCluster(new FakeCluster.FakeClock()));
  private int wanted;

  private final Certifications certifications =
      new Certifications() {
        @Override
        public void wanted() {
          wanted++;
        }

        @Override
        public void onVerdict(Runnable action) {}
      };

  @Test
  void aTaskThatIsRefusedForAVerdictHasTheNodeTriedAgain() {
    assertThat(plan(Map.of("node-1.gvisor", notEnforced())).toString())
        .contains("NetworkNotEnforced");
    assertThat(wanted).isPositive();
  }

  @Test
  void oneThatWaitsForAVerdictDoesToo() {
    assertThat(plan(Map.of())).isInstanceOf(Progress.Hold.class);
    assertThat(wanted).isPositive();
  }

  @Test
  void oneThatIsRefusedForSomethingElseDoesNot() {
    view.runtimeClasses.clear();
    assertThat(plan(Map.of()).toString()).contains("RuntimeClassMissing");
    assertThat(wanted).isZero();
  }

  @Test
  void aTaskWhosePolicyTheInformerDoesNotHaveYetIsPlannedUnderIt() {
    view.server = new FakeView(new FakeCluster(new FakeCluster.FakeClock()));
    view.policies.clear();
    assertThat(plan(Map.of())).isInstanceOf(Progress.Hold.class);
  }

  @Test
  void aTaskWhosePolicyIsNowhereIsRefused() {
    var server = new FakeView(new FakeCluster(new FakeCluster.FakeClock()));
    server.policies.clear();
    view.server = server;
    view.policies.clear();
    assertThat(plan(Map.of()).toString()).contains("PolicyMissing");
  }

  @Test
  void aTaskWhosePolicyCannotBeReadWaits() {
    view.server =
        new PlanBasis() {
          @Override
          public Lookup<Facts.NamespaceFacts> namespace(String name) {
            return view.namespace(name);
          }

          @Override
          public Lookup<SandboxPolicy> policy(String name) {
            return new Lookup.Unreadable<>("503");
          }

          @Override
          public Lookup<Facts> snapshot(SandboxTask task, SandboxPolicy policy) {
            return view.snapshot(task, policy);
          }
        };
    view.policies.clear();
    assertThat(plan(Map.of())).isEqualTo(new Progress.Retry("503"));
  }

  private Progress plan(Map<String, Facts.CertificateFacts> certificates) {
    Facts facts =
        new Facts(
            new Facts.NamespaceFacts(Samples.NAMESPACE, Map.of(), Map.of()),
            view.runtimeClasses,
            List.of(Samples.NODE),
            Map.of("standard", new Facts.StorageClassFacts("standard", "Delete")),
            Map.of(),
            Map.of(),
            new Lookup.Found<>(new Facts.ServiceAccountFacts("default", List.of())),
            0,
            new Facts.NetworkFacts(List.of(), List.of(), List.of(), List.of(), List.of()),
            List.of(new Facts.CanaryFacts("canary-0", "10.244.0.5", 8787)),
            certificates,
            Map.of(),
            NOW,
            new Facts.Platform(Samples.PROBE_IMAGE, "IfNotPresent", List.of()));
    view.facts = facts;
    if (view.server instanceof FakeView server) {
      server.facts = facts;
    }
    return new PlanStep(view, Optional::empty, certifications)
        .run(new Pass(Samples.task(), true, NOW));
  }

  private static Facts.CertificateFacts notEnforced() {
    return new Facts.CertificateFacts(
        "node-1",
        "gvisor",
        false,
        "NetworkNotEnforced",
        "a pod still reached 10.244.0.5:8787/TCP",
        Samples.NODE.uid(),
        Samples.NODE.bootId(),
        Samples.NODE.kernelVersion(),
        Samples.NODE.containerRuntimeVersion(),
        Samples.NODE.kubeletVersion(),
        "runsc",
        "class-uid",
        Samples.PROBE_IMAGE.substring(Samples.PROBE_IMAGE.indexOf('@') + 1),
        "",
        List.of(),
        NOW,
        NOW.plusSeconds(900));
  }
}
