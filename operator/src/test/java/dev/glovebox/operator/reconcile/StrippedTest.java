package dev.glovebox.operator.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.PolicyInForce;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the informer keeps of a task is small, and enough for what is asked of it. */
class StrippedTest {
  private static final String LONG = "x".repeat(60_000);

  private static SandboxTask task() {
    return Serialization.unmarshal(
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: SandboxTask
        metadata:
          name: a
          namespace: agents
          uid: u
          resourceVersion: "7"
          creationTimestamp: "2026-01-01T00:00:00Z"
          finalizers: [glovebox.dev/destroy]
          annotations: {note: %1$s}
          labels: {note: x}
        spec:
          image: registry.example.com/a@sha256:%2$s
          command: [%1$s]
          args: [%1$s]
          env: [{name: A, value: %1$s}]
          runtimes: [gvisor]
          runAsUser: 10001
          network: {mode: Allowlist, allow: [{cidr: 203.0.113.0/24, ports: [{port: 443}]}]}
          ttlSecondsAfterFinished: 60
          desiredState: Cancelled
          dangerouslyAllow: [RetainedWorkspace]
        status:
          phase: Running
          podUID: p
          effective: {runtimeClassName: gvisor, runAsUser: 10001}
        """
            .formatted(LONG, "a".repeat(64)),
        SandboxTask.class);
  }

  @Test
  void ofATaskOnlyTheSmallPartsAreKept() {
    SandboxTask kept = Stripped.task(task());

    assertThat(Serialization.asJson(kept)).hasSizeLessThan(2_000);
    assertThat(kept.getMetadata())
        .extracting("name", "namespace", "uid", "resourceVersion", "creationTimestamp")
        .containsExactly("a", "agents", "u", "7", "2026-01-01T00:00:00Z");
    assertThat(kept.getMetadata().getFinalizers()).containsExactly("glovebox.dev/destroy");
    assertThat(kept.getStatus()).isEqualTo(task().getStatus());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "images: {registries: [registry.example.com/]}",
        "images: {registries: [elsewhere.example.com/]}",
        "network: {modes: [None], allowedCidrs: []}",
        "users: {min: 20000, max: 30000}",
        "dangerouslyAllow: []",
        "runtimes: [{runtimeClassName: other, kind: Kata, handlers: [kata]}]",
      })
  void whetherAPolicyStillAdmitsATaskIsSeenFromWhatIsKept(String change) {
    SandboxPolicy policy = policy(change);
    var namespace = new Facts.NamespaceFacts("agents", Map.of(), Map.of());
    var whole = PolicyInForce.refusal(task(), "runsc", namespace, Map.of("default", policy));

    assertThat(
            PolicyInForce.refusal(
                Stripped.task(task()), "runsc", namespace, Map.of("default", policy)))
        .isEqualTo(whole);
    assertThat(whole.isEmpty()).isEqualTo(change.contains("registry.example.com"));
  }

  private static SandboxPolicy policy(String change) {
    String key = change.substring(0, change.indexOf(':') + 1);
    StringBuilder spec = new StringBuilder("  " + change + "\n");
    for (String line :
        new String[] {
          "namespaces: {matchLabels: {}}",
          "runtimes: [{runtimeClassName: gvisor, kind: GVisor, handlers: [runsc]}]",
          "images: {registries: [registry.example.com/]}",
          "users: {min: 10000, max: 59999}",
          "network: {modes: [None, Allowlist], allowedCidrs: [203.0.113.0/24]}",
          "dangerouslyAllow: [RetainedWorkspace]"
        }) {
      if (!line.startsWith(key)) {
        spec.append("  ").append(line).append('\n');
      }
    }
    return Serialization.unmarshal(
        """
        apiVersion: glovebox.dev/v1alpha1
        kind: SandboxPolicy
        metadata: {name: default, generation: 1}
        spec:
        %s"""
            .formatted(spec),
        SandboxPolicy.class);
  }
}
