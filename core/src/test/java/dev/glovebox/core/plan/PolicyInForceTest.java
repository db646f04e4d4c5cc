package dev.glovebox.core.plan;

import static dev.glovebox.core.plan.TestObjects.planned;
import static dev.glovebox.core.plan.TestObjects.policy;
import static dev.glovebox.core.plan.TestObjects.policyWith;
import static dev.glovebox.core.plan.TestObjects.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.api.v1alpha1.SandboxTaskStatus;
import dev.glovebox.core.reason.Reason;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyInForceTest {
  private final Facts.NamespaceFacts namespace = new TestCluster().facts().namespace();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "images: {registries: [elsewhere.example.com/]}              | spec.image",
        "runtimes: [{runtimeClassName: kata, kind: Kata, handlers: [kata]}] | spec.runtimes",
        "runtimes: [{runtimeClassName: gvisor, kind: GVisor, handlers: [runsc-2]}] | handler",
        "users: {min: 20000, max: 59999}                             | spec.runAsUser",
        "network: {modes: [None]}                                    | spec.network.mode",
        "network: {modes: [Allowlist], allowedCidrs: [203.0.113.64/26]} | spec.network.allow[0].cidr",
        "network: {modes: [Allowlist], allowedCidrs: [203.0.113.0/24], blockedCidrs: [203.0.113.8/29]} | spec.network.allow[0].cidr",
      })
  void whatTheIsolationRestsOnAndIsWithdrawnIsNamed(String edit, String field) {
    Optional<Refusal> refusal = refusal(policyWith(edit));

    assertThat(refusal).map(Refusal::reason).contains(Reason.PolicyViolation);
    assertThat(refusal.orElseThrow().message()).contains(field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "maxActiveTasksPerNamespace: 1",
        "users: {min: 10000, max: 10000}",
        "times: {max: {provisionSeconds: 1, runSeconds: 1, ttlSecondsAfterFinished: 1}}",
        "resources: {max: {cpu: 1m, memory: 1Mi, ephemeralStorage: 1Mi}}",
        "workspace: {types: [None]}",
        "network: {modes: [Allowlist], allowedCidrs: [203.0.113.0/25]}",
        "pods: {serviceAccountName: other}",
      })
  void limitsOnAmountsAndWhatStillAdmitsTheTaskChangeNothing(String edit) {
    assertThat(refusal(policyWith(edit))).isEmpty();
  }

  @Test
  void thePolicyThatAdmittedTheTaskStillDoes() {
    assertThat(refusal(policy())).isEmpty();
  }

  @Test
  void noPolicyIsNoPermission() {
    assertThat(PolicyInForce.refusal(running(), "runsc", namespace, Map.of()))
        .map(Refusal::reason)
        .contains(Reason.PolicyMissing);
  }

  private Optional<Refusal> refusal(SandboxPolicy policy) {
    return PolicyInForce.refusal(running(), "runsc", namespace, Map.of("default", policy));
  }

  /** As the planner admitted it, under the defaults of the policy that was in force then. */
  private static SandboxTask running() {
    SandboxTask task =
        task("network: {mode: Allowlist, allow: [{cidr: 203.0.113.10/32, ports: [{port: 443}]}]}");
    Plan plan = planned(Planner.plan(task, policy(), new TestCluster().facts()));
    task.setStatus(
        new SandboxTaskStatus(
            null,
            null,
            null,
            null,
            null,
            plan.policy(),
            plan.effective(),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null));
    return task;
  }
}
