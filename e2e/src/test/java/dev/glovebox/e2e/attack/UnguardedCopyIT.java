package dev.glovebox.e2e.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.admission.MutatingWebhook;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.OnCluster;
import io.fabric8.kubernetes.api.model.NodeSystemInfo;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Where a second layer holds, a broken guarantee lets no task run, and its rows stay BLOCKED (see
 * {@link BrokenGuaranteeIT}). That their checks are not blind is shown here: on a copy of the
 * sandbox's pod that the second layer does not look at, they say ESCAPED.
 */
@OnCluster
@Tag("local-node")
class UnguardedCopyIT {
  private static final String LOOKALIKE = "copy-lookalike";
  private static final String CHANGED = "copy-changed";

  /** What add-ons are known to do to pods, all at once. */
  private static final String PATCH =
      """
      [
        {"op": "replace", "path": "/spec/securityContext", "value": {}},
        {"op": "replace", "path": "/spec/containers/0/securityContext",
         "value": {"runAsUser": 0, "allowPrivilegeEscalation": true, "capabilities": {"add": ["ALL"]}}},
        {"op": "add", "path": "/spec/containers/0/env/-", "value": {"name": "INJECTED", "value": "x"}},
        {"op": "add", "path": "/spec/volumes/-", "value": {"name": "host", "hostPath": {"path": "/var/lib/kubelet"}}},
        {"op": "add", "path": "/spec/containers/0/volumeMounts/-",
         "value": {"name": "host", "mountPath": "/var/lib/kubelet", "readOnly": true}},
        {"op": "add", "path": "/spec/volumes/-",
         "value": {"name": "token", "projected": {"sources": [{"serviceAccountToken": {"path": "token"}}]}}},
        {"op": "add", "path": "/spec/containers/0/volumeMounts/-",
         "value": {"name": "token", "mountPath": "/var/run/secrets/kubernetes.io/serviceaccount"}}
      ]
      """;

  private static InsideCells cells;

  @BeforeAll
  static void open(Cluster cluster) throws Exception {
    cells = InsideCells.open(cluster);
    Ground ground = cells.ground();
    // What the task was handed, where the copies are.
    ground.apply(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: canary, namespace: %1$s}
        stringData: {value: copied}
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: skills, namespace: %1$s}
        data: {skill: as given}
        """
            .formatted(ground.open().namespace()));
    SandboxTask task = cells.task();
    UnguardedCopy.make(ground, task, LOOKALIKE, "runsc-lookalike");
    try (MutatingWebhook webhook =
        MutatingWebhook.over(
            ground.open(),
            request ->
                request.kind().equals("Pod") && request.name().equals(CHANGED)
                    ? Optional.of(PATCH)
                    : Optional.empty())) {
      UnguardedCopy.make(ground, task, CHANGED);
      assertThat(webhook.patched(CHANGED)).isPositive();
    }
  }

  @AfterAll
  static void close() {
    if (cells != null) {
      cells.ground().close();
    }
  }

  @Test
  void inTheSandboxItselfTheSameChecksSayBlocked() {
    Verdicts.assertAll("BLOCKED", rows(cells, cells.ground().tasks().pod(cells.task())));
  }

  /**
   * An allowed name, a forged certificate, and no probe: the task would run on the node's kernel.
   */
  @Test
  void underALookalikeThatNobodyProvesTheLookAtTheKernelEscapes() {
    InsideCells copy = seenBy(LOOKALIKE);
    Verdicts.assertEscaped(Row.A31, kernel(copy), "the node's boot id inside");
    Verdicts.assertEscaped(Row.A31, kernel(copy), "the node's kernel release inside");
    // It takes nothing else from the pod, so a look at the pod alone would not find it.
    Verdicts.assertAll(
        "BLOCKED", Map.of(Row.A3, evidence -> InsideAttacks.hostFiles(copy, evidence)));
  }

  /** A webhook, and neither the admission policy nor the comparison looks. */
  @Test
  void inAPodThatAWebhookChangedAndNobodyComparesTheRowsEscape() {
    InsideCells copy = seenBy(CHANGED);
    var rows = rows(copy, pod(CHANGED));
    Verdicts.assertEscaped(Row.A1, rows.get(Row.A1), "write /etc");
    Verdicts.assertEscaped(Row.A3, rows.get(Row.A3), "host var/lib/kubelet");
    Verdicts.assertEscaped(Row.A4, rows.get(Row.A4), "token /var/run/secrets/kubernetes.io");
    Verdicts.assertEscaped(Row.A6, rows.get(Row.A6), "INJECTED");
    Verdicts.assertEscaped(Row.A29, rows.get(Row.A29), "CapEff");
    Verdicts.assertEscaped(Row.A29, rows.get(Row.A29), "privilege new network; seen: done");
    Verdicts.assertEscaped(Row.A42, rows.get(Row.A42), "volume host");
    // The webhook left the class alone.
    assertThat(Verdicts.of(kernel(copy))).isEqualTo("BLOCKED");
  }

  private static Map<Row, Consumer<Evidence>> rows(InsideCells seen, Pod pod) {
    return Map.of(
        Row.A1, evidence -> InsideAttacks.writes(seen, evidence),
        Row.A3, evidence -> InsideAttacks.hostFiles(seen, evidence),
        Row.A4, evidence -> InsideAttacks.token(seen, evidence),
        Row.A6, evidence -> InsideAttacks.environment(seen, evidence),
        Row.A29, evidence -> InsideAttacks.privileges(seen, evidence),
        Row.A31, kernel(seen),
        Row.A42, evidence -> hardened(pod, evidence));
  }

  private static void hardened(Pod pod, Evidence evidence) {
    evidence.control("it has a container", pod.getSpec().getContainers().size() == 1, pod);
    HardenedPod.judge(pod, evidence);
  }

  private static Consumer<Evidence> kernel(InsideCells seen) {
    NodeSystemInfo node =
        seen.ground()
            .cluster()
            .client()
            .nodes()
            .withName(seen.task().getStatus().nodeName())
            .get()
            .getStatus()
            .getNodeInfo();
    return evidence -> KernelAttacks.judge(evidence, seen.inside(), node);
  }

  /** The same control and task, and what a copy saw. */
  private static InsideCells seenBy(String copy) {
    return new InsideCells(
        cells.ground(),
        cells.secret(),
        cells.task(),
        new Findings(cells.ground().output(cells.ground().open(), copy)),
        cells.control());
  }

  private static Pod pod(String copy) {
    return cells
        .ground()
        .cluster()
        .client()
        .pods()
        .inNamespace(cells.ground().open().namespace())
        .withName(copy)
        .get();
  }
}
