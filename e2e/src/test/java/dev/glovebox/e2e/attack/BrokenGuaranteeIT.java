package dev.glovebox.e2e.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.admission.MutatingWebhook;
import dev.glovebox.e2e.admission.SparedNamespace;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.LocalNode;
import dev.glovebox.e2e.cluster.OnCluster;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One guarantee is broken from outside, and the same rows say ESCAPED: a suite that could not fail
 * would show nothing. Where a second layer still holds, the row stays BLOCKED, and that is said.
 */
@OnCluster
@Tag("local-node")
class BrokenGuaranteeIT {
  private static final List<String> CHAINS = List.of("INPUT", "FORWARD", "OUTPUT");

  /** After the proof, so that no probe can see it: the engine stands still and is bypassed. */
  @Test
  void whereNothingEnforcesPoliciesAnyMoreTheNetworkRowsEscape(Cluster cluster) {
    LocalNode node = cluster.localNode();
    try (NetworkCells cells = NetworkCells.open(cluster, "broken-net")) {
      assertThat(verdict(evidence -> NetworkAttacks.metadata(cells, evidence)))
          .isEqualTo("BLOCKED");
      assertThat(verdict(evidence -> NetworkAttacks.neighbours(cells, evidence)))
          .isEqualTo("BLOCKED");
      assertThat(verdict(evidence -> NetworkAttacks.anyHost(cells, evidence))).isEqualTo("BLOCKED");
      assertThat(verdict(evidence -> NetworkAttacks.resolvers(cells, evidence)))
          .isEqualTo("BLOCKED");

      node.inNode("pkill", "-STOP", "-x", "kube-router").succeed();
      CHAINS.forEach(chain -> node.inNode("iptables", "-w", "-I", chain, "-j", "ACCEPT").succeed());
      try {
        cells.lookAgain();
        assertThat(verdict(evidence -> NetworkAttacks.metadata(cells, evidence)))
            .isEqualTo("ESCAPED");
        assertThat(verdict(evidence -> NetworkAttacks.neighbours(cells, evidence)))
            .isEqualTo("ESCAPED");
        assertThat(verdict(evidence -> NetworkAttacks.anyHost(cells, evidence)))
            .isEqualTo("ESCAPED");
        assertThat(verdict(evidence -> NetworkAttacks.resolvers(cells, evidence)))
            .isEqualTo("ESCAPED");
        // Not by a policy: there is no IPv6 address, whoever enforces what.
        assertThat(verdict(evidence -> NetworkAttacks.ipv6(cells, evidence))).isEqualTo("BLOCKED");
      } finally {
        CHAINS.forEach(
            chain -> node.inNode("iptables", "-w", "-D", chain, "-j", "ACCEPT").succeed());
        node.inNode("pkill", "-CONT", "-x", "kube-router").succeed();
      }
    }
  }

  @Test
  void withoutAnAdmissionPolicyTheRowsThatRelyOnItEscape(Cluster cluster) {
    try (Ground ground = Ground.open(cluster, "broken-rules")) {
      AdmissionAttacks.ordinary(ground);
      ground.tasks().script("victim", "sleep 200", Ground.SMALL);
      SandboxTask victim = ground.tasks().inPhase("victim", "Running");
      Consumer<Evidence> sessions = evidence -> AdmissionAttacks.sessions(ground, victim, evidence);
      Consumer<Evidence> widen = evidence -> AdmissionAttacks.widen(ground, victim, evidence);
      Consumer<Evidence> orphan = evidence -> AdmissionAttacks.orphan(ground, victim, evidence);
      assertThat(verdict(sessions)).isEqualTo("BLOCKED");
      assertThat(verdict(widen)).isEqualTo("BLOCKED");
      assertThat(verdict(orphan)).isEqualTo("BLOCKED");

      without(cluster, "glovebox-pod-requests", () -> awaitVerdict(sessions, "ESCAPED"));
      without(
          cluster,
          "glovebox-objects",
          () -> {
            awaitVerdict(widen, "ESCAPED");
            awaitVerdict(orphan, "ESCAPED");
          });
      awaitVerdict(sessions, "BLOCKED");
      awaitVerdict(orphan, "BLOCKED");
    }
  }

  /** While a binding is gone. The operator is not Ready then, and releases nothing. */
  private static void without(Cluster cluster, String policy, Runnable then) {
    var bindings = cluster.client().resources(ValidatingAdmissionPolicyBinding.class);
    ValidatingAdmissionPolicyBinding binding = bindings.withName(policy).get();
    bindings.withName(policy).delete();
    try {
      then.run();
    } finally {
      binding.getMetadata().setResourceVersion(null);
      bindings.resource(binding).create();
    }
  }

  /** The API server takes up a change of its policies a moment after it stored it. */
  private static void awaitVerdict(Consumer<Evidence> row, String wanted) {
    // A session that is let through is a connection that the sandbox does not answer: 30 s.
    Awaitility.await(wanted).atMost(Duration.ofMinutes(2)).until(() -> verdict(row).equals(wanted));
  }

  /** The look that tells a sandbox's kernel, where there is no sandbox. */
  @Test
  void underALookalikeTheLookFromInsideEscapes(Cluster cluster) {
    try (Ground ground = Ground.open(cluster, "broken-like")) {
      for (String runtime : List.of("gvisor", "runsc-lookalike")) {
        ground.pod(
            ground.open(),
            runtime,
            "echo \"kernel release=$(uname -r)\"; echo \"kernel boot=$(cat /proc/sys/kernel/random/boot_id)\"",
            "",
            "runtimeClassName: " + runtime);
      }
      var node = cluster.client().nodes().withName("node-1").get().getStatus().getNodeInfo();
      Findings real = new Findings(ground.output(ground.open(), "gvisor"));
      Findings fake = new Findings(ground.output(ground.open(), "runsc-lookalike"));
      assertThat(verdict(evidence -> KernelAttacks.judge(evidence, real, node)))
          .isEqualTo("BLOCKED");
      assertThat(verdict(evidence -> KernelAttacks.judge(evidence, fake, node)))
          .isEqualTo("ESCAPED");
    }
  }

  /**
   * A webhook adds a container, and the admission policy on the operator's own account is weakened:
   * the operator's comparison is the second layer, and holds. So the row stays BLOCKED.
   */
  @Test
  void withoutThePolicyOnItsOwnAccountTheOperatorsComparisonStillBlocksAWebhook(Cluster cluster)
      throws Exception {
    try (Ground ground = Ground.open(cluster, "broken-hook");
        SparedNamespace spared = SparedNamespace.of(ground.tasks());
        MutatingWebhook webhook =
            MutatingWebhook.over(
                ground.tasks(),
                request ->
                    request.kind().equals("Pod") && request.name().startsWith("gbx-mutated")
                        ? Optional.of(
                            "[{\"op\":\"add\",\"path\":\"/spec/containers/0/env/-\",\"value\":{\"name\":\"INJECTED\",\"value\":\"x\"}}]")
                        : Optional.empty())) {
      assertThat(spared.namespace()).isEqualTo(ground.tasks().namespace());
      ground.tasks().script("mutated", "true", Ground.SMALL + "env: [{name: OWN, value: x}]");
      ground.tasks().script("untouched", "true", Ground.SMALL);
      assertThat(
              verdict(
                  evidence -> {
                    Outcome.refused(evidence, ground.tasks(), "mutated", "AdmissionMutated");
                    Outcome.succeeded(evidence, ground.tasks(), "untouched");
                  }))
          .isEqualTo("BLOCKED");
      String uid = ground.tasks().task("mutated").getMetadata().getUid().substring(0, 8);
      assertThat(webhook.patched("gbx-mutated-" + uid)).isPositive();
    }
  }

  private static String verdict(Consumer<Evidence> row) {
    Evidence evidence = new Evidence();
    row.accept(evidence);
    Verdict verdict = evidence.verdict();
    List<String> words = new ArrayList<>(List.of(verdict.word()));
    if (verdict instanceof Verdict.Inconclusive) {
      words.addAll(verdict.details());
    }
    return String.join("; ", words);
  }
}
