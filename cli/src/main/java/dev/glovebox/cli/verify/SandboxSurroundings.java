package dev.glovebox.cli.verify;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.api.v1alpha1.SandboxPolicySpec;
import dev.glovebox.cli.ClusterProblem;
import dev.glovebox.core.plan.Certification;
import dev.glovebox.core.plan.Facts;
import dev.glovebox.core.plan.PolicyChoice;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Reads what a sandbox is compared with. What may not be read is said, never assumed. */
final class SandboxSurroundings {
  private final KubernetesClient client;

  SandboxSurroundings(KubernetesClient client) {
    this.client = client;
  }

  /** The policy in force in a namespace; null where it cannot be read: the operator decides. */
  SandboxPolicySpec policy(String namespace) {
    try {
      Namespace found = client.namespaces().withName(namespace).get();
      if (found == null) {
        return null;
      }
      Map<String, SandboxPolicy> policies =
          client.resources(SandboxPolicy.class).list().getItems().stream()
              .collect(Collectors.toMap(one -> one.getMetadata().getName(), one -> one));
      var facts =
          new Facts.NamespaceFacts(
              namespace,
              Objects.requireNonNullElse(found.getMetadata().getLabels(), Map.of()),
              Map.of());
      return PolicyChoice.choose(facts, policies) instanceof PolicyChoice.Chosen chosen
          ? chosen.policy().getSpec()
          : null;
    } catch (KubernetesClientException e) {
      answered(e);
      return null;
    }
  }

  /** What answered unrestricted pods, on any node; empty where that cannot be read. */
  List<String> targets() {
    try {
      List<NodeCertificate> certificates =
          client.resources(NodeCertificate.class).list().getItems().stream()
              .filter(one -> one.getStatus() != null)
              .toList();
      List<String> addresses =
          certificates.stream()
              .map(one -> one.getSpec().nodeName())
              .distinct()
              .flatMap(node -> addresses(node).stream())
              .toList();
      return NetworkRows.targets(
          certificates.stream().map(NodeCertificate::getStatus).toList(), addresses);
    } catch (KubernetesClientException e) {
      answered(e);
      return List.of();
    }
  }

  /** A server that is not there is no matter of rights: nothing is tried then. */
  private static void answered(KubernetesClientException e) {
    if (ClusterProblem.unanswered(e)) {
      throw e;
    }
  }

  /**
   * Of a node under a class.
   *
   * @param proved when the task's own proof was over: its certificate was needed until then
   */
  Around of(String node, String runtimeClass, Instant proved) {
    String name = Certification.name(node, runtimeClass);
    try {
      NodeCertificate found = client.resources(NodeCertificate.class).withName(name).get();
      if (found == null
          || found.getStatus() == null
          || !Boolean.TRUE.equals(found.getStatus().certified())) {
        return new Around(
            null, "control: NodeCertificate %s does not hold any more".formatted(name), List.of());
      }
      String expiry = found.getStatus().expiryTime();
      if (expiry == null || OffsetDateTime.parse(expiry).toInstant().isBefore(proved)) {
        return new Around(
            null, "control: NodeCertificate %s expired at %s".formatted(name, expiry), List.of());
      }
      return new Around(found.getStatus(), null, addresses(node));
    } catch (KubernetesClientException e) {
      return new Around(
          null,
          "control: NodeCertificate %s cannot be read (%d); role glovebox-admin may"
              .formatted(name, e.getCode()),
          List.of());
    }
  }

  private List<String> addresses(String node) {
    try {
      Node found = client.nodes().withName(node).get();
      return found == null || found.getStatus() == null
          ? List.of()
          : found.getStatus().getAddresses().stream()
              .filter(one -> one.getType().equals("InternalIP"))
              .map(one -> one.getAddress())
              .toList();
    } catch (KubernetesClientException e) {
      return List.of();
    }
  }
}
