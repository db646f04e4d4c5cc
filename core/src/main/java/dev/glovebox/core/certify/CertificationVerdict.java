package dev.glovebox.core.certify;

import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.ProbeTarget;
import dev.glovebox.core.progress.TerminationMessage;
import dev.glovebox.core.verify.StrictMessage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the two pods of one certification say. Silence of the restricted pod counts only against the
 * answers of the control pod; what is not understood certifies nothing.
 *
 * @param targets what both pods asked
 * @param before the verdict before this one, if there is one
 * @param live whether tasks run there under the class, as far as is known
 */
public record CertificationVerdict(
    Subject subject,
    String nonce,
    List<ProbeTarget> targets,
    Facts.Platform platform,
    Optional<NodeCertificateStatus> before,
    boolean live) {

  /** {@code status.message}'s limit, and room for the words around. */
  private static final int MAX_WORDS = 1500;

  private static final String SHARED_KERNEL = "SharedKernel";
  private static final String ADDRESS_REACHABLE = "AddressReachable";
  private static final String UNKNOWN_KERNEL = "UnknownKernel";

  /** What one pod reported, or why that is a verdict already. */
  private sealed interface Seen {}

  private record Reported(int exitCode, SurveyReport report) implements Seen {}

  private record Against(String reason, String message) implements Seen {}

  /**
   * The verdict that the control pod alone makes certain.
   *
   * @return empty when it reached a canary on a guest kernel: then the restricted pod decides
   */
  public Optional<NodeCertificateStatus> ofControl(PodEnd open, Instant now) {
    return control(open) instanceof Against against
        ? Optional.of(status(against, now))
        : Optional.empty();
  }

  /** The verdict of both. */
  public NodeCertificateStatus of(PodEnd open, PodEnd shut, Instant now) {
    return switch (control(open)) {
      case Against against -> status(against, now);
      case Reported answered ->
          switch (restricted(shut, answered.report())) {
            case Against against -> status(against, now);
            case Reported silent -> certified(answered.report(), silent.report(), now);
          };
    };
  }

  /**
   * Whether a second restricted pod must see the same before it is believed. A policy engine that
   * is restarting programs nothing for new pods, while the rules of those that run stay in force;
   * so where tasks run, and on a node that has been seen to enforce since its start, one pod's
   * sight does not end every task, though somebody deleted the certificate. On any other node
   * nothing runs, and the first verdict counts.
   */
  public boolean isToBeConfirmed(NodeCertificateStatus verdict) {
    return (Certification.NOT_ENFORCED.equals(verdict.reason())
            || ADDRESS_REACHABLE.equals(verdict.reason()))
        && (live
            || before
                .filter(status -> Boolean.TRUE.equals(status.certified()))
                .filter(status -> subject.node().bootId().equals(status.bootID()))
                .isPresent());
  }

  /** When an object of the certification could not be made at all, or not as planned. */
  public NodeCertificateStatus of(PodEnd notMade, Instant now) {
    return switch (notMade) {
      case PodEnd.Mutated mutated -> status(mutated(mutated), now);
      case PodEnd.NotRun notRun -> status(inconclusive(notRun.why()), now);
      case PodEnd.Ended ended -> throw new IllegalArgumentException("it was made");
    };
  }

  private Seen control(PodEnd open) {
    Seen seen = seen("control pod", open);
    if (!(seen instanceof Reported reported)) {
      return seen;
    }
    boolean answered =
        reported.exitCode() == 0
            && reported.report().verdict() == SurveyReport.Verdict.Answered
            && List.of("TCP", "UDP").stream()
                .allMatch(
                    protocol ->
                        answering(reported.report()).stream()
                            .anyMatch(
                                t ->
                                    t.kind() == ProbeTarget.Kind.Canary
                                        && t.protocol().equals(protocol)));
    return answered
        ? reported
        : inconclusive(
            "no canary answered an unrestricted pod on this node within %d s, so that silence proves nothing;"
                    .formatted(CertificationObjects.GIVE_UP_SECONDS)
                + " look for a NetworkPolicy in the canaries' namespace, and for what keeps pods of"
                + " this node from the canaries'");
  }

  private Seen restricted(PodEnd shut, SurveyReport control) {
    Seen seen = seen("restricted pod", shut);
    if (!(seen instanceof Reported reported)) {
      return seen;
    }
    SurveyReport report = reported.report();
    List<ProbeTarget> open =
        answering(report).stream().filter(t -> t.kind() != ProbeTarget.Kind.OwnNode).toList();
    if (open.stream().anyMatch(target -> target.kind() == ProbeTarget.Kind.Canary)) {
      return new Against(
          Certification.NOT_ENFORCED,
          "under a NetworkPolicy that denies everything, a pod still reached %s after %d s. Install a network plugin that"
                  .formatted(endpoints(open), CertificationObjects.GIVE_UP_SECONDS)
              + " enforces NetworkPolicies, or repair it on this node");
    }
    if (!open.isEmpty()) {
      return new Against(
          ADDRESS_REACHABLE,
          "under a NetworkPolicy that denies everything, a pod still reached %s. Block these addresses for pods: in"
                  .formatted(endpoints(open))
              + " the node's firewall, or by the network plugin's host policy");
    }
    if (answering(report).size() != report.network().answers().size()) {
      return inconclusive("the restricted pod names targets that it was not given");
    }
    if (!report.failedChecks().isEmpty()) {
      return new Against(ADDRESS_REACHABLE, shown(String.join("; ", report.details())));
    }
    if (reported.exitCode() != 0 || report.verdict() != SurveyReport.Verdict.Silent) {
      return inconclusive(
          "the restricted pod did not see silence, and nothing answered it either: %s"
              .formatted(shown(String.join("; ", report.details()))));
    }
    return report.kernel().release().equals(control.kernel().release())
        ? reported
        : new Against(
            UNKNOWN_KERNEL,
            "two pods under the same class saw two kernels: %s and %s. Look at the handler's configuration"
                .formatted(shown(control.kernel().release()), shown(report.kernel().release())));
  }

  /** Whether a pod reported at all, from where it should, and from a guest kernel. */
  private Seen seen(String which, PodEnd end) {
    return switch (end) {
      case PodEnd.Mutated mutated -> mutated(mutated);
      case PodEnd.NotRun notRun ->
          inconclusive("the %s did not run: %s".formatted(which, shown(notRun.why())));
      case PodEnd.Ended ended -> {
        String digest = platform.probeImage().substring(platform.probeImage().indexOf('@') + 1);
        if (!subject.node().name().equals(ended.node())) {
          yield inconclusive("the %s ran on node %s".formatted(which, shown(ended.node())));
        }
        if (!String.valueOf(ended.imageId()).endsWith("@" + digest)) {
          yield inconclusive(
              "the %s ran image %s, planned %s"
                  .formatted(which, shown(ended.imageId()), platform.probeImage()));
        }
        try {
          var report = SurveyReport.parse(ended.message(), nonce);
          var kernel = kernel(report);
          yield kernel.isPresent() ? kernel.get() : new Reported(ended.exitCode(), report);
        } catch (StrictMessage.Unreadable e) {
          yield inconclusive(
              "the %s ended with exit code %d; %s: %s"
                  .formatted(which, ended.exitCode(), e.getMessage(), shown(ended.message())));
        }
      }
    };
  }

  private Optional<Seen> kernel(SurveyReport report) {
    var kernel = report.kernel();
    var node = subject.node();
    String handler = subject.runtimeClass().handler();
    if (report.failedChecks().contains(SHARED_KERNEL)
        || kernel.release().equals(node.kernelVersion())
        || kernel.bootId().equals(node.bootId())) {
      return Optional.of(
          new Against(
              SHARED_KERNEL,
              "a pod under this class runs on the node's own kernel, %s: handler %s of this node is no isolated runtime."
                      .formatted(node.kernelVersion(), handler)
                  + " Correct the container runtime's configuration, or take the class out of the SandboxPolicies"));
    }
    if (report.failedChecks().contains(UNKNOWN_KERNEL)
        || !kernel.fingerprint()
        || kernel.release().isEmpty()) {
      return Optional.of(
          new Against(
              UNKNOWN_KERNEL,
              "the kernel of a pod under this class, %s, shows no sign of %s (%s)"
                  .formatted(
                      shown(kernel.release()),
                      subject.kind(),
                      shown(String.join("; ", report.details())))));
    }
    return Optional.empty();
  }

  private Against mutated(PodEnd.Mutated mutated) {
    return new Against(
        "AdmissionMutated",
        shown(mutated.difference())
            + ". Exempt the canaries' namespace from the admission webhook that does this");
  }

  private Against inconclusive(String message) {
    return new Against(Certification.INCONCLUSIVE, message);
  }

  private NodeCertificateStatus certified(
      SurveyReport control, SurveyReport restricted, Instant now) {
    List<ProbeTarget> answering = answering(control);
    return status(
        true,
        Certification.CERTIFIED,
        "an unrestricted pod reached %d of %d targets, a restricted one none%s"
            .formatted(
                answering.size(),
                targets.size(),
                nodeReachable(restricted) ? " but its own node" : ""),
        control.kernel().release(),
        answering.stream()
            .filter(t -> t.kind() == ProbeTarget.Kind.Metadata)
            .map(ProbeTarget::address)
            .distinct()
            .toList(),
        answering.stream().map(ProbeTarget::endpoint).distinct().sorted().toList(),
        nodeReachable(restricted),
        Math.max(restricted.network().lastOpenMilliseconds(), slowestBefore()),
        now);
  }

  private NodeCertificateStatus status(Against against, Instant now) {
    return status(false, against.reason(), against.message(), null, null, null, null, null, now);
  }

  private NodeCertificateStatus status(
      boolean certified,
      String reason,
      String message,
      String guestKernel,
      List<String> metadataAddresses,
      List<String> answers,
      Boolean nodeReachable,
      Long programmingMilliseconds,
      Instant now) {
    var node = subject.node();
    return new NodeCertificateStatus(
        certified,
        reason,
        message,
        node.uid(),
        node.bootId(),
        node.kernelVersion(),
        node.containerRuntimeVersion(),
        node.kubeletVersion(),
        subject.runtimeClass().handler(),
        subject.runtimeClass().uid(),
        platform.probeImage().substring(platform.probeImage().indexOf('@') + 1),
        guestKernel,
        metadataAddresses,
        answers,
        nodeReachable,
        programmingMilliseconds,
        now.toString(),
        now.plus(Certification.VALID).toString());
  }

  /** Of the same node since its start. */
  private long slowestBefore() {
    return before
        .filter(status -> subject.node().bootId().equals(status.bootID()))
        .map(NodeCertificateStatus::policyProgrammingMilliseconds)
        .orElse(0L);
  }

  private boolean nodeReachable(SurveyReport report) {
    return answering(report).stream().anyMatch(t -> t.kind() == ProbeTarget.Kind.OwnNode);
  }

  private List<ProbeTarget> answering(SurveyReport report) {
    return targets.stream().filter(t -> report.network().answers().contains(t.name())).toList();
  }

  private static String endpoints(List<ProbeTarget> targets) {
    return targets.stream().limit(8).map(ProbeTarget::endpoint).collect(Collectors.joining(", "));
  }

  private static String shown(String text) {
    String clean = TerminationMessage.clean(text);
    return clean.length() <= MAX_WORDS ? clean : clean.substring(0, MAX_WORDS) + "…";
  }
}
