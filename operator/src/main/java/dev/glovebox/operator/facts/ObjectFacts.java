package dev.glovebox.operator.facts;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.NodeCertificateStatus;
import dev.glovebox.core.plan.Facts;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.LocalObjectReference;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Kubernetes objects as facts. Pure; no value of a Secret passes through. */
public final class ObjectFacts {

  /** What the API server takes for a StorageClass that does not say. */
  private static final String DEFAULT_RECLAIM_POLICY = "Delete";

  private static final Set<String> IP_ADDRESS_TYPES = Set.of("InternalIP", "ExternalIP");

  private static final NodeCertificateStatus NO_VERDICT =
      new NodeCertificateStatus(
          null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
          null, null, null);

  private ObjectFacts() {}

  static Facts.NamespaceFacts of(Namespace namespace) {
    return new Facts.NamespaceFacts(
        namespace.getMetadata().getName(),
        orEmpty(namespace.getMetadata().getLabels()),
        orEmpty(namespace.getMetadata().getAnnotations()));
  }

  /** A node. What it does not report is empty, never null. */
  public static Facts.NodeFacts of(Node node) {
    NodeStatus status = node.getStatus() == null ? new NodeStatus() : node.getStatus();
    var info = status.getNodeInfo();
    return new Facts.NodeFacts(
        node.getMetadata().getName(),
        node.getMetadata().getUid(),
        status.getConditions().stream()
            .anyMatch(c -> c.getType().equals("Ready") && c.getStatus().equals("True")),
        node.getSpec() != null && Boolean.TRUE.equals(node.getSpec().getUnschedulable()),
        // The handler named "" is the node's default again, under no name that a class could have.
        status.getRuntimeHandlers().stream()
            .map(handler -> handler.getName())
            .filter(name -> name != null && !name.isEmpty())
            .toList(),
        info == null ? "" : Objects.requireNonNullElse(info.getKernelVersion(), ""),
        info == null ? "" : Objects.requireNonNullElse(info.getBootID(), ""),
        info == null ? "" : Objects.requireNonNullElse(info.getContainerRuntimeVersion(), ""),
        info == null ? "" : Objects.requireNonNullElse(info.getKubeletVersion(), ""),
        orEmpty(node.getMetadata().getLabels()),
        status.getAddresses().stream()
            .filter(address -> IP_ADDRESS_TYPES.contains(address.getType()))
            .map(address -> address.getAddress())
            .distinct()
            .toList());
  }

  static Facts.RuntimeClassFacts of(RuntimeClass runtimeClass) {
    var overhead = runtimeClass.getOverhead();
    var scheduling = runtimeClass.getScheduling();
    Map<String, Quantity> fixed = overhead == null ? null : overhead.getPodFixed();
    return new Facts.RuntimeClassFacts(
        runtimeClass.getMetadata().getName(),
        runtimeClass.getMetadata().getUid(),
        runtimeClass.getHandler(),
        orEmpty(fixed).entrySet().stream()
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> e.getValue().toString())),
        scheduling == null ? Map.of() : orEmpty(scheduling.getNodeSelector()),
        scheduling == null ? List.of() : List.copyOf(scheduling.getTolerations()));
  }

  /** A certificate; one without a status has no verdict, and so has expired. */
  public static Facts.CertificateFacts of(NodeCertificate certificate) {
    NodeCertificateStatus status = certificate.getStatus();
    if (status == null) {
      status = NO_VERDICT;
    }
    return new Facts.CertificateFacts(
        certificate.getSpec().nodeName(),
        certificate.getSpec().runtimeClassName(),
        Boolean.TRUE.equals(status.certified()),
        orEmpty(status.reason()),
        orEmpty(status.message()),
        orEmpty(status.nodeUID()),
        orEmpty(status.bootID()),
        orEmpty(status.kernelVersion()),
        orEmpty(status.containerRuntimeVersion()),
        orEmpty(status.kubeletVersion()),
        orEmpty(status.handler()),
        orEmpty(status.runtimeClassUID()),
        orEmpty(status.probeDigest()),
        orEmpty(status.guestKernel()),
        status.answers() == null ? List.of() : List.copyOf(status.answers()),
        time(status.certifiedTime()),
        time(status.expiryTime()));
  }

  /** The API server has checked the format; what is not there is long over. */
  private static Instant time(String text) {
    return text == null || text.isEmpty() ? Instant.EPOCH : OffsetDateTime.parse(text).toInstant();
  }

  private static String orEmpty(String text) {
    return text == null ? "" : text;
  }

  static Facts.StorageClassFacts of(StorageClass storageClass) {
    return new Facts.StorageClassFacts(
        storageClass.getMetadata().getName(),
        Objects.requireNonNullElse(storageClass.getReclaimPolicy(), DEFAULT_RECLAIM_POLICY));
  }

  static Facts.SecretFacts of(Secret secret) {
    return new Facts.SecretFacts(
        secret.getMetadata().getName(),
        secret.getMetadata().getUid(),
        orEmpty(secret.getMetadata().getLabels()),
        Objects.requireNonNullElse(secret.getType(), ""),
        orEmpty(secret.getData()).entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(Map.Entry::getKey, e -> decodedLength(e.getValue()))));
  }

  static Facts.ConfigMapFacts of(ConfigMap configMap) {
    return new Facts.ConfigMapFacts(
        configMap.getMetadata().getName(),
        configMap.getMetadata().getUid(),
        orEmpty(configMap.getMetadata().getLabels()));
  }

  static Facts.ServiceAccountFacts of(ServiceAccount account) {
    return new Facts.ServiceAccountFacts(
        account.getMetadata().getName(),
        account.getImagePullSecrets().stream().map(LocalObjectReference::getName).toList());
  }

  /** Bytes that a base64 text of the API server stands for, without decoding it. */
  private static int decodedLength(String base64) {
    if (base64 == null || base64.isEmpty()) {
      return 0;
    }
    int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
    return base64.length() / 4 * 3 - padding;
  }

  private static <V> Map<String, V> orEmpty(Map<String, V> map) {
    return map == null ? Map.of() : Map.copyOf(map);
  }
}
