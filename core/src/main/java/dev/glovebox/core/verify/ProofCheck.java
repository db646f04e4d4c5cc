package dev.glovebox.core.verify;

import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Names;
import dev.glovebox.core.plan.ProbeTarget;
import dev.glovebox.core.render.ProbeArgument;
import dev.glovebox.core.verify.ProbeReport.Verdict;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The operator's own check of a report that says passed, against what the probe was told and where
 * the pod really landed. The probe decides inside; this finds a report that cannot be.
 */
public final class ProofCheck {
  /** One blocked round may fall between two rules that a policy engine writes (design.md). */
  private static final int MIN_ROUNDS = 3;

  /** The probe cuts what the kernel says of itself to this many characters. */
  private static final int MAX_KERNEL_TEXT = 64;

  private final ProbeReport report;
  private final Pod pod;
  private final ProbeArgument argument;
  private final Facts.NodeFacts landed;
  private final Optional<String> certifiedKernel;
  private final List<String> disagreements = new ArrayList<>();

  private ProofCheck(ProbeReport report, Expected expected) {
    this.report = report;
    this.pod = expected.pod();
    this.argument = ProbeArgument.of(expected.pod());
    this.landed = expected.landed();
    this.certifiedKernel = expected.certifiedKernel();
  }

  /**
   * What a report must agree with. Everything that was planned is in the pod's own spec (the
   * probe's argument, the security context): it was compared with the plan at the release and
   * cannot change since. So the check needs no plan, and gives the same answer after a restart of
   * the operator, when the cluster would be planned for otherwise.
   *
   * @param pod the released pod
   * @param landed the node that the pod really runs on, as it is now
   * @param certifiedKernel release of the guest kernel in that node's certificate; empty when there
   *     is no certificate any more, and then what was planned with decides
   */
  public record Expected(Pod pod, Facts.NodeFacts landed, Optional<String> certifiedKernel) {}

  /**
   * What the report says that cannot be, in words; empty = the proof holds.
   *
   * @throws IllegalArgumentException if the pod is not one that was rendered from a plan
   */
  public static List<String> check(ProbeReport report, Expected expected) {
    var check = new ProofCheck(report, expected);
    check.verdict();
    check.node();
    check.kernel();
    check.network();
    check.process();
    return List.copyOf(check.disagreements);
  }

  private void verdict() {
    var uid = pod.getMetadata().getLabels().get(Names.TASK_UID_LABEL);
    demand(
        report.nonce().equals(argument.nonce()) && report.nonce().equals(uid),
        "the nonce %s is not the task's".formatted(report.nonce()));
    demand(report.verdict() == Verdict.Passed, "the verdict is %s".formatted(report.verdict()));
    demand(report.failedChecks().isEmpty(), "checks failed: %s".formatted(report.failedChecks()));
  }

  /** The probe excluded the kernels that it was told of; the node's must be one of these. */
  private void node() {
    demand(
        landed.name().equals(pod.getSpec().getNodeName()),
        "node %s is not the pod's, %s".formatted(landed.name(), pod.getSpec().getNodeName()));
    demand(
        argument.nodeKernels().bootIds().contains(hash(landed.bootId()))
            && argument.nodeKernels().releases().contains(hash(landed.kernelVersion())),
        "node %s was not planned for, or has started again since".formatted(landed.name()));
  }

  /**
   * The certificate's, different from the node's and from every other node's that was planned for.
   */
  private void kernel() {
    var kernel = report.kernel();
    demand(!kernel.release().isEmpty(), "the kernel has no release");
    demand(
        kernel.fingerprint(),
        "no sign of the runtime %s was found".formatted(argument.runtime().kind()));
    List<String> certified =
        certifiedKernel.map(List::of).orElse(argument.runtime().guestKernels());
    demand(
        certified != null && certified.stream().anyMatch(k -> seen(k).equals(kernel.release())),
        "the kernel release %s is not the certificate's, %s"
            .formatted(kernel.release(), certified));
    demand(
        !kernel.release().equals(seen(landed.kernelVersion()))
            && !argument.nodeKernels().releases().contains(hash(kernel.release())),
        "the kernel release %s is a node's".formatted(kernel.release()));
    // A guest may have no boot ID; then the release alone decides.
    demand(
        kernel.bootId().isEmpty()
            || (!kernel.bootId().equals(seen(landed.bootId()))
                && !argument.nodeKernels().bootIds().contains(hash(kernel.bootId()))),
        "the boot ID %s is a node's".formatted(kernel.bootId()));
  }

  private static String hash(String text) {
    return ProbeArgument.kernelHash(text);
  }

  private static String seen(String text) {
    return text.length() <= MAX_KERNEL_TEXT ? text : text.substring(0, MAX_KERNEL_TEXT);
  }

  private void network() {
    var network = report.network();
    var kinds = argument.reportOnly();
    Set<String> reportOnly =
        argument.targets().stream()
            .filter(target -> kinds.contains(target.kind()))
            .map(ProbeTarget::name)
            .collect(Collectors.toSet());
    long certified =
        argument.targets().stream()
            .filter(target -> target.certified() && !kinds.contains(target.kind()))
            .count();
    demand(
        network.targets() == argument.targets().size(),
        "%d targets were tried, %d were given"
            .formatted(network.targets(), argument.targets().size()));
    demand(
        network.blocked() <= network.targets()
            && network.targets() - network.blocked() <= reportOnly.size(),
        "only %d of %d targets were blocked".formatted(network.blocked(), network.targets()));
    demand(certified > 0, "no target is known to answer, so that silence proves nothing");
    demand(
        network.certified() == certified && network.certifiedBlocked() == certified,
        "%d of %d targets that are known to answer were blocked, %d were given"
            .formatted(network.certifiedBlocked(), network.certified(), certified));
    demand(
        network.rounds() >= MIN_ROUNDS, "only %d rounds were blocked".formatted(network.rounds()));
    demand(network.open().isEmpty(), "targets answered: %s".formatted(network.open()));
    demand(
        reportOnly.containsAll(network.notUp()),
        "there was no way to targets %s".formatted(network.notUp()));
    demand(
        reportOnly.containsAll(network.reportOnlyOpen()),
        "targets answered that must not: %s".formatted(network.reportOnlyOpen()));
  }

  private void process() {
    var process = report.process();
    long user = argument.runAsUser();
    demand(process.uid() == user, "the user is %d, not %d".formatted(process.uid(), user));
    demand(
        process.gid() == argument.runAsGroup(),
        "the group is %d, not %d".formatted(process.gid(), argument.runAsGroup()));
    demand(
        process.capabilities().isEmpty(),
        "it has capabilities %s".formatted(process.capabilities()));
    demand(process.noNewPrivileges(), "no-new-privileges is not set");
    demand(process.readOnlyRoot(), "the root file system is writable");
    demand(!process.serviceAccountToken(), "a service account token is mounted");
    demand(process.workspaceEmpty(), "the workspace was not empty");
    for (var name : process.environment()) {
      demand(
          argument.environment().contains(name) || name.startsWith("KUBERNETES_"),
          "the variable %s was not planned".formatted(name));
    }
  }

  private void demand(boolean holds, String otherwise) {
    if (!holds) {
      disagreements.add(otherwise);
    }
  }
}
