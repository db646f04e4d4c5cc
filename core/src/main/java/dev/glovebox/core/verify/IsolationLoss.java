package dev.glovebox.core.verify;

import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Egress;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.Refusal;
import dev.glovebox.core.reason.Reason;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Something that a sandbox's isolation rests on and that is not as it was when the pod was
 * released.
 *
 * @param what for the metric
 * @param refusal the reason when nothing of the task has started yet; afterwards it is
 *     IsolationLost
 * @param words what changed, for the status
 */
public record IsolationLoss(What what, Reason refusal, String words) {

  /** What can be lost. */
  public enum What {
    NetworkPolicyDeleted,
    NetworkPolicyChanged,
    NetworkPolicyWidened,
    PodChanged,
    EphemeralContainer,
    RuntimeClassReplaced,
    SandboxPolicyTightened,
    CertificateRefuted,
    ClusterAddressGranted
  }

  private static final String EPHEMERAL = "spec.ephemeralContainers";

  /**
   * The pod itself.
   *
   * @param changes of {@link HeldPod#changes}
   */
  public static Optional<IsolationLoss> ofPod(String name, List<String> changes) {
    if (changes.isEmpty()) {
      return Optional.empty();
    }
    return changes.contains(EPHEMERAL)
        ? lost(
            What.EphemeralContainer,
            Reason.AdmissionMutated,
            "an ephemeral container was added to pod " + name)
        : lost(
            What.PodChanged,
            Reason.AdmissionMutated,
            "pod %s was changed: %s differ from what was released"
                .formatted(name, String.join(", ", changes)));
  }

  /**
   * The task's own NetworkPolicy.
   *
   * @param pod with the record that the release wrote
   * @param now empty = it is gone, or does not carry the task's label any more
   */
  public static Optional<IsolationLoss> ofPolicy(
      Pod pod, String name, Optional<NetworkPolicy> now) {
    if (now.isEmpty()) {
      return lost(
          What.NetworkPolicyDeleted,
          Reason.NetworkPolicyWidened,
          "NetworkPolicy %s was deleted".formatted(name));
    }
    return Surroundings.isSame(pod, now.get())
        ? Optional.empty()
        : lost(
            What.NetworkPolicyChanged,
            Reason.NetworkPolicyWidened,
            "NetworkPolicy %s is not as it was at the release: it was edited, or deleted and made again"
                .formatted(name));
  }

  /**
   * Policies of others.
   *
   * @param message which policy, and what to do; empty = none widens
   */
  public static Optional<IsolationLoss> ofOthers(Optional<String> message) {
    return message.flatMap(
        words -> lost(What.NetworkPolicyWidened, Reason.NetworkPolicyWidened, words));
  }

  /**
   * The RuntimeClass. Asked until the proof is in the status: a sandbox that has been proved stays
   * what it is, whatever its class is called now.
   *
   * @param now empty = it is gone
   */
  public static Optional<IsolationLoss> ofRuntimeClass(
      Pod pod, Optional<Facts.RuntimeClassFacts> now) {
    String name = pod.getSpec().getRuntimeClassName();
    if (now.isEmpty()) {
      return lost(
          What.RuntimeClassReplaced,
          Reason.RuntimeClassMissing,
          "RuntimeClass %s was deleted".formatted(name));
    }
    return Surroundings.isSame(pod, now.get())
        ? Optional.empty()
        : lost(
            What.RuntimeClassReplaced,
            Reason.RuntimeHandlerNotAllowed,
            "RuntimeClass %s was replaced: its UID or its handler is another one than at the release"
                .formatted(name));
  }

  /** The SandboxPolicy; see {@link dev.glovebox.core.plan.PolicyInForce}. */
  public static Optional<IsolationLoss> ofSandboxPolicy(Optional<Refusal> refusal) {
    return refusal.flatMap(
        no ->
            lost(
                What.SandboxPolicyTightened,
                no.reason(),
                "the SandboxPolicy in force does not admit the task any more: " + no.message()));
  }

  /**
   * The node's certificate. One that merely expired, or is gone, shows nothing.
   *
   * @param proved when the probe passed in this sandbox; null = not yet. What was seen before that
   *     is answered by the proof
   */
  public static Optional<IsolationLoss> ofCertificate(
      Optional<Facts.CertificateFacts> certificate, Instant proved) {
    return certificate
        .filter(Certification::refutesIsolation)
        .filter(refuted -> proved == null || refuted.certifiedTime().isAfter(proved))
        .flatMap(
            refuted ->
                lost(
                    What.CertificateRefuted,
                    refuted.reason().equals(Certification.NOT_ENFORCED)
                        ? Reason.NetworkNotEnforced
                        : Reason.NodeNotCertified,
                    "certification showed that node %s does not isolate: %s: %s"
                        .formatted(refuted.nodeName(), refuted.reason(), refuted.message())));
  }

  /**
   * Addresses of the cluster that lie in what was granted.
   *
   * @param opened of {@link dev.glovebox.core.plan.GrantedReach}
   */
  public static Optional<IsolationLoss> ofReach(List<String> opened) {
    return opened.isEmpty()
        ? Optional.empty()
        : lost(
            What.ClusterAddressGranted,
            Reason.NetworkRangesUnknown,
            String.join("; ", opened) + ", and did not when the pod was released");
  }

  /** The rules of a NetworkPolicy that Glovebox made. */
  public static List<Egress> granted(NetworkPolicy ours) {
    return ours.getSpec().getEgress().stream()
        .flatMap(
            rule ->
                rule.getTo().stream()
                    .map(
                        peer ->
                            new Egress(
                                peer.getIpBlock().getCidr(),
                                peer.getIpBlock().getExcept(),
                                rule.getPorts().stream()
                                    .map(
                                        port ->
                                            new Egress.Port(
                                                port.getProtocol(), number(port.getPort())))
                                    .toList())))
        .toList();
  }

  private static Integer number(IntOrString port) {
    return port == null ? null : port.getIntVal();
  }

  private static Optional<IsolationLoss> lost(What what, Reason refusal, String words) {
    return Optional.of(new IsolationLoss(what, refusal, words));
  }
}
