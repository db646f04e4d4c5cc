package dev.glovebox.operator.facts;

import dev.glovebox.api.v1alpha1.NodeCertificate;
import dev.glovebox.api.v1alpha1.SandboxPolicy;
import dev.glovebox.core.verify.PolicyUnion;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.node.v1.RuntimeClass;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import io.javaoperatorsdk.operator.processing.event.source.informer.TransformingItemStore;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The watches that all parts share, one for each kind. Secrets, ConfigMaps and service accounts are
 * never here: the operator may get them, not list or watch them.
 */
public final class Informers implements AutoCloseable {

  /**
   * Users write NetworkPolicies, each of up to a megabyte and a half: all of them in one answer
   * would not fit into memory, and the operator could not start.
   */
  private static final long POLICIES_PER_REQUEST = 20;

  /** Users write these too; they are smaller in earnest, and there are more of them. */
  private static final long SERVICES_PER_REQUEST = 50;

  private final Map<String, SharedIndexInformer<?>> all = new LinkedHashMap<>();

  final SharedIndexInformer<Node> nodes;
  final SharedIndexInformer<RuntimeClass> runtimeClasses;
  final SharedIndexInformer<StorageClass> storageClasses;
  final SharedIndexInformer<Namespace> namespaces;
  final SharedIndexInformer<Service> services;
  final SharedIndexInformer<SandboxPolicy> policies;
  final SharedIndexInformer<NodeCertificate> certificates;
  final SharedIndexInformer<Pod> canaries;
  final SharedIndexInformer<NetworkPolicy> networkPolicies;
  final Openings openings = new Openings(InstantSource.system());
  final WatchContinuity continuity = new WatchContinuity(InstantSource.system());
  final PolicyEngine policyEngine;
  final SharedIndexInformer<ValidatingAdmissionPolicy> admissionPolicies;
  final SharedIndexInformer<ValidatingAdmissionPolicyBinding> admissionBindings;

  /**
   * Builds the watches; {@link #start} starts them.
   *
   * @param policyEnginePods which pods enforce NetworkPolicies
   */
  public Informers(
      KubernetesClient client, String canaryNamespace, PolicyEngine.Pods policyEnginePods) {
    nodes = informer("nodes", client.resources(Node.class), Stripped::node);
    runtimeClasses = informer("runtimeclasses.node.k8s.io", client.resources(RuntimeClass.class));
    storageClasses =
        informer("storageclasses.storage.k8s.io", client.resources(StorageClass.class));
    namespaces = informer("namespaces", client.resources(Namespace.class), Stripped::namespace);
    services =
        informer(
            "services",
            client.services().inAnyNamespace().withLimit(SERVICES_PER_REQUEST),
            ServiceAddresses::kept);
    policies = informer("sandboxpolicies.glovebox.dev", client.resources(SandboxPolicy.class));
    certificates =
        informer("nodecertificates.glovebox.dev", client.resources(NodeCertificate.class));
    canaries =
        informer(
            "pods in namespace " + canaryNamespace,
            client.pods().inNamespace(canaryNamespace).withLabels(CanaryWatch.LABELS),
            Stripped::canary);
    networkPolicies =
        informer(
            "networkpolicies.networking.k8s.io",
            client.resources(NetworkPolicy.class).inAnyNamespace().withLimit(POLICIES_PER_REQUEST),
            new OpeningStore<>(
                "NetworkPolicy", PolicyUnion::opening, Stripped::networkPolicy, openings));
    policyEngine = new PolicyEngine();
    if (!policyEnginePods.selector().isEmpty()) {
      policyEngine.readFrom(
          informer(
              "pods of the policy engine in namespace " + policyEnginePods.namespace(),
              client
                  .pods()
                  .inNamespace(policyEnginePods.namespace())
                  .withLabelSelector(policyEnginePods.selector()),
              Stripped::policyEngine));
    }
    admissionPolicies =
        informer(
            "validatingadmissionpolicies.admissionregistration.k8s.io",
            client.resources(ValidatingAdmissionPolicy.class));
    admissionBindings =
        informer(
            "validatingadmissionpolicybindings.admissionregistration.k8s.io",
            client.resources(ValidatingAdmissionPolicyBinding.class));
    // What the isolation of a running task rests on.
    Set<SharedIndexInformer<?>> isolating =
        Set.of(
            nodes, runtimeClasses, namespaces, services, policies, certificates, networkPolicies);
    all.forEach(
        (name, informer) -> {
          if (isolating.contains(informer)) {
            continuity.watch(name, informer);
          }
        });
  }

  /** Since when the watches have been without a gap; it is to be run on a thread. */
  public WatchContinuity continuity() {
    return continuity;
  }

  /**
   * Starts all at once and waits until each holds everything.
   *
   * @param atMost for all together; time-outs and overload are tried again until then
   * @throws StartFailure at once when the server refuses one (RBAC, a CRD that is not there), or
   *     when the time is over
   */
  public void start(Duration atMost) throws StartFailure {
    long deadline = System.nanoTime() + atMost.toNanos();
    Map<String, CompletableFuture<Void>> starting = new LinkedHashMap<>();
    all.forEach((name, informer) -> starting.put(name, informer.start().toCompletableFuture()));
    for (var entry : starting.entrySet()) {
      try {
        entry.getValue().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      } catch (ExecutionException e) {
        String why =
            e.getCause() instanceof KubernetesClientException refused
                ? Reads.words(refused)
                : String.valueOf(e.getCause());
        throw new StartFailure(
            "cannot watch %s: %s. The operator's ClusterRole must allow list and watch on it, and the"
                    .formatted(entry.getKey(), why)
                + " chart's CRDs must be installed",
            e.getCause());
      } catch (TimeoutException e) {
        throw new StartFailure(
            "not every watch could be started within %d s; still waiting for: %s"
                .formatted(atMost.toSeconds(), notSynced().orElse(entry.getKey())),
            e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StartFailure("stopped while starting", e);
      }
    }
  }

  /** The kinds that are not held completely yet, for people; empty when all are. */
  public Optional<String> notSynced() {
    String names =
        all.entrySet().stream()
            .filter(entry -> !entry.getValue().hasSynced())
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? Optional.empty() : Optional.of(names);
  }

  /** The kinds, by name, of which the server does not tell us changes at this moment. */
  public Map<String, Class<? extends HasMetadata>> interrupted() {
    Map<String, Class<? extends HasMetadata>> kinds = new HashMap<>();
    all.forEach(
        (name, informer) -> {
          if (!informer.isRunning() || !informer.isWatching()) {
            kinds.put(name, informer.getApiTypeClass().asSubclass(HasMetadata.class));
          }
        });
    return kinds;
  }

  /** The classes of what is watched. */
  public List<Class<?>> kinds() {
    return all.values().stream().<Class<?>>map(SharedIndexInformer::getApiTypeClass).toList();
  }

  @Override
  public void close() {
    all.values().forEach(SharedIndexInformer::stop);
  }

  private <T extends HasMetadata> SharedIndexInformer<T> informer(String name, Informable<T> of) {
    return informer(name, of, Stripped::ofManagedFields);
  }

  private <T extends HasMetadata> SharedIndexInformer<T> informer(
      String name, Informable<T> of, UnaryOperator<T> kept) {
    return informer(name, of, new TransformingItemStore<>(kept));
  }

  private <T extends HasMetadata> SharedIndexInformer<T> informer(
      String name, Informable<T> of, ItemStore<T> store) {
    SharedIndexInformer<T> informer =
        of.runnableInformer(0)
            .itemStore(store)
            .exceptionHandler((started, failure) -> started || passes(failure));
    all.put(name, informer);
    return informer;
  }

  /** Whether trying again may help: not after "no" (401, 403) or "no such kind" (404). */
  private static boolean passes(Throwable failure) {
    return !(failure instanceof KubernetesClientException refused
        && (refused.getCode() == HttpURLConnection.HTTP_UNAUTHORIZED
            || refused.getCode() == HttpURLConnection.HTTP_FORBIDDEN
            || refused.getCode() == HttpURLConnection.HTTP_NOT_FOUND));
  }
}
