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
import java.util.List;
import java.util.Map;
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
  private static final String UNPROVED = "copy-unproved";
  private static final List<String> CHAINS = List.of("INPUT", "FORWARD", "OUTPUT");

  /**
   * After the proof, so that no probe can see it: the engine stands still and is bypassed. Then a
   * pod that starts only now, as under a forged certificate, and that no probe holds back.
   */
  @Test
  void whereNothingEnforcesPoliciesAnyMoreTheNetworkRowsEscape(Cluster cluster) {
    LocalNode node = cluster.localNode();
    try (NetworkCells cells = NetworkCells.open(cluster, "broken-net")) {
      Verdicts.assertAll("BLOCKED", network(cells));

      node.inNode("pkill", "-STOP", "-x", "kube-router").succeed();
      CHAINS.forEach(chain -> node.inNode("iptables", "-w", "-I", chain, "-j", "ACCEPT").succeed());
      try {
        UnguardedCopy.make(cells.ground(), cells.sandbox(), UNPROVED);
        cells.lookAgain();
        Verdicts.assertAll("ESCAPED", network(cells));
        // Not by a policy: there is no IPv6 address, whoever enforces what.
        assertThat(Verdicts.of(evidence -> NetworkAttacks.ipv6(cells, evidence)))
            .isEqualTo("BLOCKED");
        NetworkCells unproved =
            cells.seenBy(() -> cells.ground().log(cells.ground().open(), UNPROVED));
        Verdicts.assertAll("ESCAPED", network(unproved));
      } finally {
        CHAINS.forEach(
            chain -> node.inNode("iptables", "-w", "-D", chain, "-j", "ACCEPT").succeed());
        node.inNode("pkill", "-CONT", "-x", "kube-router").succeed();
      }
      // It is the engine that blocks the copy, and nothing else: with it back, the same pod is
      // closed.
      NetworkCells enforced =
          cells.seenBy(() -> cells.ground().log(cells.ground().open(), UNPROVED));
      Awaitility.await("the copy is closed")
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                enforced.lookAgain();
                return Verdicts.of(evidence -> NetworkAttacks.metadata(enforced, evidence))
                    .equals("BLOCKED");
              });
    }
  }

  private static Map<Row, Consumer<Evidence>> network(NetworkCells cells) {
    return Map.of(
        Row.A16, evidence -> NetworkAttacks.metadata(cells, evidence),
        Row.A17, evidence -> NetworkAttacks.neighbours(cells, evidence),
        Row.A19, evidence -> NetworkAttacks.anyHost(cells, evidence),
        Row.A22, evidence -> NetworkAttacks.resolvers(cells, evidence));
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
      assertThat(Verdicts.of(sessions)).isEqualTo("BLOCKED");
      assertThat(Verdicts.of(widen)).isEqualTo("BLOCKED");
      assertThat(Verdicts.of(orphan)).isEqualTo("BLOCKED");

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
    Awaitility.await(wanted)
        .atMost(Duration.ofMinutes(2))
        .until(() -> Verdicts.of(row).equals(wanted));
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
              Verdicts.of(
                  evidence -> {
                    Outcome.refused(evidence, ground.tasks(), "mutated", "AdmissionMutated");
                    Outcome.succeeded(evidence, ground.tasks(), "untouched");
                  }))
          .isEqualTo("BLOCKED");
      String uid = ground.tasks().task("mutated").getMetadata().getUid().substring(0, 8);
      assertThat(webhook.patched("gbx-mutated-" + uid)).isPositive();
    }
  }
}
