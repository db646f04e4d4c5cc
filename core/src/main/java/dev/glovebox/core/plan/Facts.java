package dev.glovebox.core.plan;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * An immutable snapshot of what a decision depends on. Taken by the operator, never by this module.
 *
 * @param namespace the task's namespace
 * @param runtimeClasses every RuntimeClass, by name
 * @param nodes every node
 * @param storageClasses every StorageClass, by name
 * @param secrets one answer for each Secret that the task names, by name
 * @param configMaps one answer for each ConfigMap that the task names, by name
 * @param serviceAccount the service account that the policy names, in the task's namespace
 * @param activeTasks tasks of the namespace that have not ended and are older than this one: so of
 *     any number under a limit exactly the oldest pass
 * @param network addresses and ranges of the cluster
 * @param canaries canary pods that answer now, in the order of their names; empty = the positive
 *     control fails
 * @param certificates every NodeCertificate, by the name of its object ({@link Certification#name})
 * @param policyEngineStarts when the policy engine of a node last started, by the node's name;
 *     empty when the platform team has not said which pods it is
 * @param takenAt when the snapshot was taken
 * @param platform what the platform team configured for the operator
 */
public record Facts(
    NamespaceFacts namespace,
    Map<String, RuntimeClassFacts> runtimeClasses,
    List<NodeFacts> nodes,
    Map<String, StorageClassFacts> storageClasses,
    Map<String, Lookup<SecretFacts>> secrets,
    Map<String, Lookup<ConfigMapFacts>> configMaps,
    Lookup<ServiceAccountFacts> serviceAccount,
    int activeTasks,
    NetworkFacts network,
    List<CanaryFacts> canaries,
    Map<String, CertificateFacts> certificates,
    Map<String, Instant> policyEngineStarts,
    Instant takenAt,
    Platform platform) {

  /** A namespace. */
  public record NamespaceFacts(
      String name, Map<String, String> labels, Map<String, String> annotations) {}

  /**
   * A RuntimeClass.
   *
   * @param overhead resource name to quantity of {@code overhead.podFixed}; empty when there is
   *     none
   * @param tolerations those of {@code scheduling.tolerations}
   */
  public record RuntimeClassFacts(
      String name,
      String uid,
      String handler,
      Map<String, String> overhead,
      Map<String, String> nodeSelector,
      List<io.fabric8.kubernetes.api.model.Toleration> tolerations) {}

  /**
   * A node.
   *
   * @param handlers names in {@code status.runtimeHandlers}; empty when the node does not say
   * @param containerRuntimeVersion such as {@code containerd://2.2.0}; empty when it does not say
   * @param kubeletVersion such as {@code v1.34.4}; empty when it does not say
   * @param addresses IP addresses in {@code status.addresses}
   */
  public record NodeFacts(
      String name,
      String uid,
      boolean ready,
      boolean unschedulable,
      List<String> handlers,
      String kernelVersion,
      String bootId,
      String containerRuntimeVersion,
      String kubeletVersion,
      Map<String, String> labels,
      List<String> addresses) {}

  /** A StorageClass. {@code reclaimPolicy} is {@code Delete} or {@code Retain}. */
  public record StorageClassFacts(String name, String reclaimPolicy) {}

  /**
   * A Secret, without its content.
   *
   * @param keyLengths key to length of its value in bytes
   */
  public record SecretFacts(
      String name,
      String uid,
      Map<String, String> labels,
      String type,
      Map<String, Integer> keyLengths) {}

  /** A ConfigMap, without its content. */
  public record ConfigMapFacts(String name, String uid, Map<String, String> labels) {}

  /** A service account: the names of the pull secrets that the API server would copy into pods. */
  public record ServiceAccountFacts(String name, List<String> pullSecretNames) {}

  /**
   * Where the cluster itself lives.
   *
   * @param apiServers addresses of the API server: the Service's and its endpoints', as host and
   *     port
   * @param dns address of the cluster's resolver (Service kube-system/kube-dns); empty when there
   *     is none
   * @param ranges every range that is known to be the cluster's: pods, services, nodes, API
   *     servers, as CIDR
   * @param serviceAddresses external and load-balancer addresses of Services, as CIDR: behind them
   *     stand pods of this cluster, wherever the addresses lie
   * @param missing what could not be determined, in words; not empty = Internet mode is impossible
   */
  public record NetworkFacts(
      List<Endpoint> apiServers,
      List<Endpoint> dns,
      List<String> ranges,
      List<String> serviceAddresses,
      List<String> missing) {}

  /** An address and a port. */
  public record Endpoint(String address, int port) {}

  /**
   * A NodeCertificate: what was seen on a node under a RuntimeClass, and what it was seen of. Texts
   * that the object does not hold are empty, never null.
   *
   * @param certified whether the node may run tasks under the class
   * @param reason {@code Certified}, or why not; see {@link Certification}
   * @param answers targets that answered an unrestricted pod there, as {@link ProbeTarget#endpoint}
   *     names them
   * @param certifiedTime when the verdict was reached; the epoch when there is none
   * @param expiryTime until when it holds; the epoch when there is no verdict
   */
  public record CertificateFacts(
      String nodeName,
      String runtimeClassName,
      boolean certified,
      String reason,
      String message,
      String nodeUid,
      String bootId,
      String kernelVersion,
      String containerRuntimeVersion,
      String kubeletVersion,
      String handler,
      String runtimeClassUid,
      String probeDigest,
      String guestKernel,
      List<String> answers,
      Instant certifiedTime,
      Instant expiryTime) {}

  /** A canary pod that answered the operator with the nonce it was sent. */
  public record CanaryFacts(String name, String address, int port) {}

  /**
   * What the platform team configured.
   *
   * @param probeImage image of the probe by digest
   * @param probePullPolicy {@code IfNotPresent} or {@code Always}
   * @param blockedCidrs ranges that are blocked in addition to the built-in ones
   */
  public record Platform(String probeImage, String probePullPolicy, List<String> blockedCidrs) {}
}
