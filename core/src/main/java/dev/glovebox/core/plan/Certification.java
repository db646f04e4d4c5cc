package dev.glovebox.core.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * What is known of a node under a RuntimeClass: whether silence from inside a sandbox there proves
 * anything, and whose kernel the sandbox must show. "Blocked" proves nothing when the target is not
 * there, so a certificate stands on two pods that differ in the NetworkPolicy only.
 */
public final class Certification {

  /** How long a verdict holds, from the moment it was reached (design.md). */
  public static final Duration VALID = Duration.ofMinutes(15);

  /** Age from which a node in use is certified again, so that tasks never wait for it. */
  public static final Duration RENEW_AFTER = Duration.ofMinutes(10);

  /**
   * Age from which a verdict against a node is tried again: somebody may have mended it; and one
   * that holds, where a canary has come that did not answer it.
   */
  public static final Duration RETRY_AFTER = Duration.ofSeconds(60);

  /** The same for a verdict that shows nothing either way. */
  public static final Duration RETRY_INCONCLUSIVE_AFTER = Duration.ofSeconds(10);

  /** {@code reason} of a certificate that holds. */
  public static final String CERTIFIED = "Certified";

  /** {@code reason} when the positive control failed. */
  public static final String INCONCLUSIVE = "CertificationInconclusive";

  /** {@code reason} when the canary answered a pod under a policy that denies everything. */
  public static final String NOT_ENFORCED = "NetworkNotEnforced";

  /** Reasons that stand for something that was seen. */
  private static final Set<String> SHOWN =
      Set.of(NOT_ENFORCED, "AddressReachable", "SharedKernel", "UnknownKernel");

  private Certification() {}

  /** How a node stands. */
  public sealed interface Standing {}

  /** It may run tasks. */
  public record Valid(Facts.CertificateFacts certificate) implements Standing {}

  /** It was shown that it may not, or nothing could be shown; {@code reason} says which. */
  public record Refuted(Facts.CertificateFacts certificate) implements Standing {}

  /**
   * There is no verdict about this node as it is now.
   *
   * @param why in words
   */
  public record Missing(String why) implements Standing {}

  /** Name of the NodeCertificate of a node under a class. */
  public static String name(String node, String runtimeClass) {
    return node + "." + runtimeClass;
  }

  /**
   * How a node stands under a class. A verdict is about the node as it was: one that was rebooted,
   * upgraded or made again has none.
   */
  public static Standing of(
      Facts.NodeFacts node, Facts.RuntimeClassFacts runtimeClass, Facts facts) {
    Facts.CertificateFacts certificate =
        facts.certificates().get(name(node.name(), runtimeClass.name()));
    if (certificate == null) {
      return new Missing("it has none yet");
    }
    String stale = stale(certificate, node, runtimeClass, facts);
    if (stale != null) {
      return new Missing(stale);
    }
    return certificate.certified() ? new Valid(certificate) : new Refuted(certificate);
  }

  /**
   * Whether a node that tasks want is to be certified now, for the first time or again. Never while
   * no canary answers the operator: that would only show what is known.
   */
  public static boolean due(
      Facts.NodeFacts node, Facts.RuntimeClassFacts runtimeClass, Facts facts) {
    if (facts.canaries().isEmpty()) {
      return false;
    }
    return switch (of(node, runtimeClass, facts)) {
      case Missing missing -> true;
      case Valid valid ->
          olderThan(RENEW_AFTER, valid.certificate(), facts)
              // Not at once: a canary that this node's pods never reach must not keep it busy.
              || (olderThan(RETRY_AFTER, valid.certificate(), facts)
                  && facts.canaries().stream()
                      .anyMatch(canary -> !answered(canary, valid.certificate())));
      case Refuted refuted ->
          olderThan(
              refuted.certificate().reason().equals(INCONCLUSIVE)
                  ? RETRY_INCONCLUSIVE_AFTER
                  : RETRY_AFTER,
              refuted.certificate(),
              facts);
    };
  }

  /** Guest kernels of the nodes' certificates, sorted; the nodes are certified. */
  static List<String> guestKernels(
      Facts facts, Facts.RuntimeClassFacts runtimeClass, List<Facts.NodeFacts> nodes) {
    return nodes.stream()
        .map(node -> facts.certificates().get(name(node.name(), runtimeClass.name())))
        .map(Facts.CertificateFacts::guestKernel)
        .distinct()
        .sorted()
        .toList();
  }

  /** Whether this canary answered the unrestricted pod of a certificate. */
  static boolean answered(Facts.CanaryFacts canary, Facts.CertificateFacts certificate) {
    return certificate.answers().contains(TargetSelection.canary(canary, 0, "TCP").endpoint());
  }

  private static boolean olderThan(Duration age, Facts.CertificateFacts held, Facts facts) {
    return !facts.takenAt().isBefore(held.certifiedTime().plus(age));
  }

  /** Why a certificate says nothing about the node as it is now; null when it does. */
  private static String stale(
      Facts.CertificateFacts held,
      Facts.NodeFacts node,
      Facts.RuntimeClassFacts runtimeClass,
      Facts facts) {
    if (!facts.takenAt().isBefore(held.expiryTime())) {
      return "it expired at " + held.expiryTime();
    }
    if (!held.nodeUid().equals(node.uid())) {
      return "the Node object was made again";
    }
    if (!held.bootId().equals(node.bootId())) {
      return "the node has started again";
    }
    if (!held.kernelVersion().equals(node.kernelVersion())
        || !held.containerRuntimeVersion().equals(node.containerRuntimeVersion())
        || !held.kubeletVersion().equals(node.kubeletVersion())) {
      return "the node's kernel, container runtime or kubelet is another version";
    }
    if (!held.handler().equals(runtimeClass.handler())
        || !held.runtimeClassUid().equals(runtimeClass.uid())) {
      return "the RuntimeClass was replaced";
    }
    if (!facts.platform().probeImage().endsWith("@" + held.probeDigest())) {
      return "it was made with another probe";
    }
    Instant engine = facts.policyEngineStarts().get(node.name());
    if (engine != null && engine.isAfter(held.certifiedTime())) {
      return "the policy engine of the node has started again";
    }
    return held.certified() && facts.canaries().stream().noneMatch(c -> answered(c, held))
        ? "none of the canaries that answered there answers the operator now"
        : null;
  }

  /**
   * Whether a verdict shows that sandboxes on the node are not isolated, as opposed to showing
   * nothing. Such a verdict ends tasks that run there.
   */
  public static boolean refutesIsolation(Facts.CertificateFacts certificate) {
    return !certificate.certified() && SHOWN.contains(certificate.reason());
  }
}
