package dev.glovebox.cli.doctor;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.core.plan.Certification;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How a node stands under a class now.
 *
 * @param runtimeClass its name
 * @param node its name
 * @param verdict what the certificate says of the node as it is; null when it says nothing
 * @param why there is no verdict; null when there is one
 */
record Standing(String runtimeClass, String node, NodeCertificateStatus verdict, String why) {

  /** Of each class that a policy can use and each node that has its handler, once. */
  static List<Standing> all(Seen seen) {
    List<NodeCertificate> certificates = Seen.need(seen.certificates());
    Map<String, Standing> found = new LinkedHashMap<>();
    AllowedClass.all(seen).stream()
        .filter(AllowedClass::usable)
        .forEach(
            one ->
                one.nodes()
                    .forEach(
                        node -> {
                          String name =
                              Certification.name(node.getMetadata().getName(), one.name());
                          found.computeIfAbsent(
                              name,
                              any -> of(one.found(), node, named(name, certificates), seen.now()));
                        }));
    return List.copyOf(found.values());
  }

  private static NodeCertificate named(String name, List<NodeCertificate> certificates) {
    return certificates.stream()
        .filter(one -> one.getMetadata().getName().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static Standing of(
      RuntimeClass runtimeClass, Node node, NodeCertificate certificate, Instant now) {
    NodeCertificateStatus status = certificate == null ? null : certificate.getStatus();
    String stale = stale(runtimeClass, node, status, now);
    return new Standing(
        runtimeClass.getMetadata().getName(),
        node.getMetadata().getName(),
        stale == null ? status : null,
        stale);
  }

  private static String stale(
      RuntimeClass runtimeClass, Node node, NodeCertificateStatus status, Instant now) {
    if (status == null || status.expiryTime() == null) {
      return "it was never certified";
    }
    var info = node.getStatus().getNodeInfo();
    if (!now.isBefore(OffsetDateTime.parse(status.expiryTime()).toInstant())) {
      return "its certificate expired at " + status.expiryTime();
    }
    if (!node.getMetadata().getUid().equals(status.nodeUID())
        || !Objects.equals(info.getBootID(), status.bootID())) {
      return "it has started again, or was made again, since it was certified";
    }
    if (!runtimeClass.getMetadata().getUid().equals(status.runtimeClassUID())) {
      return "the RuntimeClass was made again since it was certified";
    }
    return null;
  }

  boolean certified() {
    return verdict != null && Boolean.TRUE.equals(verdict.certified());
  }

  /** Whether the verdict is against the node, for this reason. */
  boolean refuted(String reason) {
    return verdict != null && !certified() && reason.equals(verdict.reason());
  }

  /** As NodeCertificates are named. */
  String name() {
    return Certification.name(node, runtimeClass);
  }

  /**
   * Those that hold; where there are none, nothing is known that only they show.
   *
   * @throws NotKnown when there are none
   */
  static List<Standing> needCertified(Seen seen) {
    List<Standing> all = all(seen);
    List<Standing> certified = all.stream().filter(Standing::certified).toList();
    if (certified.isEmpty()) {
      boolean open = all.stream().anyMatch(one -> one.refuted(Certification.NOT_ENFORCED));
      throw new NotKnown(
          "no node holds a certificate, which would show it",
          "see the check that has the cause",
          open ? "NetworkPolicyEnforced" : all.isEmpty() ? "RuntimeNodes" : "Certificates");
    }
    return certified;
  }
}
