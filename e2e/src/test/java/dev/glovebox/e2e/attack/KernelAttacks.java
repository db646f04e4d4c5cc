package dev.glovebox.e2e.attack;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.glovebox.api.v1alpha1.SandboxTask;
import dev.glovebox.e2e.certify.Certificates;
import dev.glovebox.e2e.cluster.Cluster;
import dev.glovebox.e2e.cluster.Workplace;
import io.fabric8.kubernetes.api.model.NodeSystemInfo;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;

/** Whether a sandbox runs on a kernel of its own, and what becomes of one that does not. */
final class KernelAttacks {
  private static final String LOOKALIKE = "runsc-lookalike";

  private KernelAttacks() {}

  /** What the task saw of its kernel, beside what the control and the node say. */
  static void ownKernel(InsideCells cells, Evidence evidence) {
    NodeSystemInfo node =
        cells
            .ground()
            .cluster()
            .client()
            .nodes()
            .withName(cells.task().getStatus().nodeName())
            .get()
            .getStatus()
            .getNodeInfo();
    evidence.control(
        "a pod without a sandbox shows the node's kernel",
        cells.control().of("kernel boot").equals(node.getBootID()),
        cells.control().of("kernel boot") + " and " + node.getBootID());
    judge(evidence, cells.inside(), node);
    evidence.tried(
        "the status shows another kernel than the task saw",
        cells
            .task()
            .getStatus()
            .isolation()
            .runtime()
            .guestKernel()
            .equals(cells.inside().of("kernel release")),
        cells.task().getStatus().isolation().runtime());
  }

  /** The look from inside, on whatever pod: the node's kernel is an escape. */
  static void judge(Evidence evidence, Findings seen, NodeSystemInfo node) {
    String boot = seen.of("kernel boot");
    String release = seen.of("kernel release");
    evidence.control("it saw a kernel", !release.equals("not printed"), release);
    evidence.tried("the node's boot id inside", !boot.equals(node.getBootID()), boot);
    evidence.tried(
        "the node's kernel release inside", !release.equals(node.getKernelVersion()), release);
  }

  /**
   * A class that the policy allows by name and handler, and that is really runc. Certification
   * finds it out; where an administrator has written a certificate without a look, the task's own
   * proof does. Nothing of the task may run.
   */
  static void lookalike(Cluster cluster, Evidence evidence) {
    if (cluster.client().resources(RuntimeClass.class).withName(LOOKALIKE).get() == null) {
      return; // only the local cluster has such a handler; the look from inside stands alone
    }
    try (Workplace workplace = Workplace.open(cluster, "attack-like")) {
      workplace.underPolicy(KernelAttacks::allowLookalike);
      workplace.script("fooled", "echo started", Ground.SMALL + "runtimes: [runsc-lookalike]");
      workplace.script("honest", "echo started", Ground.SMALL + "runtimes: [gvisor]");
      Outcome.refused(evidence, workplace, "fooled", "NodeNotCertified");
      SandboxTask honest = Outcome.succeeded(evidence, workplace, "honest");
      String certificate = honest.getStatus().nodeName() + "." + LOOKALIKE;
      String reason = new Certificates(cluster).get(certificate).getStatus().reason();
      evidence.tried("its certificate says something else", reason.equals("SharedKernel"), reason);
      new Certificates(cluster)
          .forgeCertified(certificate, honest.getStatus().isolation().runtime().guestKernel());
      workplace.script("forged", "echo started", Ground.SMALL + "runtimes: [runsc-lookalike]");
      Outcome.refused(evidence, workplace, "forged", "AttestationFailed");
      var failed = workplace.task("forged").getStatus().failedChecks();
      evidence.tried("the proof fails by something else", failed.contains("SharedKernel"), failed);
    } finally {
      cluster.kubectl("delete", "nodecertificates", "--all").succeed();
    }
  }

  static void allowLookalike(ObjectNode policy) {
    ((ArrayNode) policy.get("runtimes"))
        .addObject()
        .put("runtimeClassName", "runsc-lookalike")
        .put("kind", "GVisor")
        .putArray("handlers")
        .add("runsc-lookalike");
  }
}
